/* Python's worker: the page stays usable while Python starts and computes. The script loads no
   other file before its first message, so that the page learns early that the worker runs. */

import { RunningPython } from "./running_python";
import { startPython } from "./start_python";
import type { NumberedRequest, Request, Results } from "./worker_messages";

let python: RunningPython | undefined;
let answered = Promise.resolve();

const reportAlive = (lock: string): void => postMessage({ alive: { lock } });

/** Reports that the worker runs. It holds a lock until it ends: the page waits for that lock. */
function begin(): void {
  const hold = (): Promise<never> => {
    reportAlive(self.name);
    return new Promise(() => {});
  };
  // A page by http has no locks.
  if (navigator.locks) navigator.locks.request(self.name, hold).catch(() => reportAlive(""));
  else reportAlive("");
}

/** Returns the sentence of an error: of an error of Python the last line, without its class. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.trim().split("\n");
  return (lines.at(-1) ?? "").replace(/^[\w.]*(Error|Exception): /, "");
}

async function carryOut(request: Request): Promise<Results> {
  if ("start" in request) {
    python = new RunningPython(await startPython(request.start.forgetSnapshot), request.start);
    return {};
  }
  if (!python) throw new Error("Python has not started.");
  if ("show" in request) return python.show(request.show);
  if ("cards" in request) return python.mistakeCards(request.cards);
  if ("lesson" in request) return python.beginLesson(request.lesson);
  if ("cell" in request) return python.runCell(request.cell);
  return "picture" in request ? python.picture(request.picture) : python.take(request);
}

/** Carries out a request and posts the answer. After a failed start it answers no request. */
async function answer(request: NumberedRequest): Promise<void> {
  const done = request.number;
  try {
    postMessage({ done, ...(await carryOut(request)) });
    if ("show" in request || "cell" in request) python?.finishStart();
  } catch (error) {
    postMessage({ done, failed: sentenceOf(error) });
    if ("start" in request) throw error;
  }
}

begin();
self.onmessage = ({ data }: MessageEvent<NumberedRequest>) => {
  answered = answered.then(() => answer(data));
};
