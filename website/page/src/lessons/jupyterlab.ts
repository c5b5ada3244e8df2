/* JupyterLab's application, as far as the scripts of the lessons use it. */

export interface Signal<Value> {
  connect(listener: (sender: unknown, value: Value) => void): unknown;
}

export interface Command {
  readonly label?: string;
  readonly caption?: string;
  execute(values: object): unknown;
  isEnabled?(): boolean;
}

export interface Commands {
  addCommand(id: string, command: Command): unknown;
  execute(id: string, values?: object): Promise<unknown>;
}

/** The file of a widget. */
export interface Context {
  readonly path: string;
  readonly ready: Promise<unknown>;
  readonly model: { getMetadata?(key: string): unknown };
  readonly pathChanged: Signal<unknown>;
  save(): Promise<unknown>;
  rename(name: string): Promise<unknown>;
}

export interface Cell {
  readonly model: { readonly type: string };
  readonly isDisposed: boolean;
  /** Whether a cell of text shows its text, not its Markdown. */
  rendered?: boolean;
}

/** What the class of code cells has beside its constructor. */
export interface CodeCells {
  execute(cell: Cell, session: SessionContext): Promise<ExecuteReply | undefined>;
}

export interface ExecuteReply {
  readonly content: { readonly status: "ok" | "error" | "aborted" };
}

/** A Python that runs in a web worker. */
export interface Kernel {
  readonly id: string;
  /** Whether a cell waits for what the user types. */
  hasPendingInput: boolean;
}

/** The link of a notebook to its kernel. */
export interface SessionContext {
  readonly ready: Promise<unknown>;
  /** Null after the Python of the notebook was shut down. */
  readonly session: { readonly kernel: Kernel | null } | null;
  changeKernel(kernel: { readonly name: string }): Promise<unknown>;
}

/** A tab of the main area; one with cells is a notebook. */
export interface Widget {
  readonly context?: Context;
  readonly content?: { readonly widgets?: readonly Cell[] };
  readonly sessionContext: SessionContext;
}

export interface Shell {
  readonly currentWidget: Widget | null;
  readonly currentChanged: Signal<{ readonly newValue: Widget | null }>;
  widgets(area: "main"): Iterable<Widget>;
}

/** The files that JupyterLite keeps in this browser. */
export interface Contents {
  get(
    path: string,
    options?: { readonly content: boolean },
  ): Promise<{ readonly content: ReadonlyArray<{ readonly name: string }> }>;
  rename(path: string, newPath: string): Promise<unknown>;
}

export interface Kernels {
  shutdown(id: string): Promise<unknown>;
}

export interface JupyterLab {
  /** Resolves when the tabs of the last visit are open again. */
  readonly restored: Promise<unknown>;
  readonly commands: Commands;
  readonly shell: Shell;
  readonly serviceManager: { readonly contents: Contents; readonly kernels: Kernels };
}

/** The event of the document when the application is there; its detail is the application. */
export const APPLICATION_EVENT = "metrics_edu:jupyterlite";
