/* The widget on the page. */
import { byId } from "./elements";
import type { HostModel } from "./host";
import { type Rendered, renderWidget } from "./render_widget";

export class ShownWidget {
  readonly #style = new CSSStyleSheet();
  #model: HostModel | undefined;
  #rendered: Rendered | undefined;

  get model(): HostModel | undefined {
    return this.#model;
  }

  /** Shows the widget of a model. If it is shown already, it stays as it is, with typed text, and
      gets the styles of all widgets in the place of those of an Explorer. */
  show(model: HostModel): void {
    this.#style.replaceSync(model.css);
    if (model === this.#model) return;
    this.close();
    document.adoptedStyleSheets = [this.#style]; // the page's policy forbids a <style> element
    const el = document.createElement("div");
    byId("widget").append(el);
    this.#model = model;
    this.#rendered = renderWidget({ model, el });
  }

  /** Opens the widget on the stage, as its own button does. */
  async openStage(): Promise<void> {
    await this.#rendered?.shown;
    byId("widget").querySelector<HTMLElement>(".me-present")?.click();
  }

  close(): void {
    this.#rendered?.remove();
    this.#model = undefined;
    this.#rendered = undefined;
    byId("widget").replaceChildren();
  }
}
