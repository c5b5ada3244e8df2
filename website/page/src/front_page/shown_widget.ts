/* The widget on the page. */
import { byId } from "./elements";
import type { HostModel } from "./host";
import { type Rendered, renderWidget } from "./render_widget";
import { showStage } from "./stages";

export class ShownWidget {
  readonly #style = new CSSStyleSheet();
  #model: HostModel | undefined;
  #rendered: Rendered | undefined;
  #hasFailed = false;

  /** Whether the file that shows the widget could not be loaded. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

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
    const rendered = renderWidget({ model, el });
    this.#rendered = rendered;
    rendered.shown.catch(() => {
      if (rendered !== this.#rendered) return;
      this.close(); // so that the same widget can be shown later
      this.#hasFailed = true;
      showStage("not_loaded");
    });
  }

  /** Opens the widget on the stage, as its own button does. */
  async openStage(): Promise<void> {
    const rendered = this.#rendered;
    await rendered?.shown.catch(() => {});
    if (rendered !== this.#rendered) return;
    byId("widget").querySelector<HTMLElement>(".me-present")?.click();
  }

  close(): void {
    this.#rendered?.remove();
    this.#model = undefined;
    this.#rendered = undefined;
    this.#hasFailed = false;
    byId("widget").replaceChildren();
  }
}
