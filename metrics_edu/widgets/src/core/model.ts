/* The model of a widget, as anywidget gives it to the page, and as the website's own host does. */
import type { Action, Traits } from "./contract";

export interface Model {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  /** Sends the traits that were set; it may raise an error if no kernel is there. */
  save_changes(): void;
  send(action: Action, callbacks?: undefined, buffers?: ReadonlyArray<ArrayBuffer>): void;
  on(event: `change:${keyof Traits}`, listener: () => void): void;
  off(event: `change:${keyof Traits}`, listener: () => void): void;
  readonly widget_manager: { get_model(id: string): Promise<Model | undefined> };
}

/** What a host gives to the widget: its model, and the element to show it in. */
export interface RenderProps {
  readonly model: Model;
  readonly el: HTMLElement;
}
