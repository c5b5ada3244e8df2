/* A place to drop files on, a button to choose them, and a row for each file of the homework. */
import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { FileRow, Refuse, Upload, Zone } from "../core/contract";
import { button } from "../core/parts";
import { rich } from "../core/text";
import type { Translate } from "../core/words";

export interface FileZoneOptions {
  readonly t: Translate;
  view(): Zone;
  send(action: Upload | Refuse, buffers?: ReadonlyArray<ArrayBuffer>): void;
  paint(): void;
}

export class FileZone {
  #isReading = false;
  /** Files are held over it. */
  #isOver = false;
  readonly #picker = createRef<HTMLInputElement>();

  constructor(private readonly options: FileZoneOptions) {}

  /** After a new view: Python has read the files, or refused them. */
  follow(): void {
    this.#isReading = false;
  }

  template(notice: TemplateResult): TemplateResult {
    const { t, view } = this.options;
    const { drop, label, status, main, accept, files } = view();
    const choose = button(label, () => this.#picker.value?.click(), { isMain: main });
    const shown = this.#isReading ? t("reading") : status;
    const heads = (["file", "file_state", "found"] as const).map(
      (name) => html`<th scope="col">${rich(t(name))}</th>`,
    );
    return html`<div class="me-upload"><div class="me-zone" ?data-over=${this.#isOver}
      @dragover=${this.#hold(true)} @dragleave=${this.#hold(false)} @drop=${this.#onDrop}
      ><div class="me-acts"><b>${rich(drop)}</b>${choose}<input type="file" multiple hidden
      accept=${accept} @change=${this.#onPick} ${ref(this.#picker)}></div
      ><p class="me-note" role="status">${rich(shown)}</p>${notice}</div
      ><table class="me-files"><thead><tr>${heads}</tr></thead
      ><tbody>${files.map(fileRow)}</tbody></table></div>`;
  }

  #hold(isOver: boolean): (event: DragEvent) => void {
    return (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.#isOver = isOver;
      this.options.paint();
    };
  }

  readonly #onDrop = (event: DragEvent): void => {
    this.#hold(false)(event);
    this.#read([...(event.dataTransfer?.files ?? [])]);
  };

  readonly #onPick = ({ target }: Event): void => {
    const picker = target as HTMLInputElement;
    this.#read([...(picker.files ?? [])]);
    picker.value = "";
  };

  async #read(files: ReadonlyArray<File>): Promise<void> {
    const { send, view, paint } = this.options;
    if (!files.length) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > view().max_bytes) {
      send({ do: "refuse", size });
      return;
    }
    this.#isReading = true;
    paint();
    const contents = await Promise.all(files.map((file) => file.arrayBuffer())).catch(() => null);
    if (contents) send({ do: "upload", names: files.map(({ name }) => name) }, contents);
    else send({ do: "refuse" }); // a folder was dropped
  }
}

function fileRow({ name, state, word, finding }: FileRow): TemplateResult {
  const mark = html`<span class="me-mark" data-kind=${state}>${rich(word)}</span>`;
  return html`<tr><td><code>${rich(name)}</code></td><td>${mark}</td
    ><td>${rich(finding)}</td></tr>`;
}
