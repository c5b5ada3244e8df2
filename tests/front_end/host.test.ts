/* The models of widgets without Jupyter. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Host, makeHost } from "../../website/page/src/front_page/host";
import { OpenedAddress } from "../../website/page/src/front_page/opened_address";
import { makeTask } from "../../website/page/src/front_page/python_worker";

const ignore = (): void => {};

/** Opens an address with these widgets; returns the model of the first one. */
function openAll(host: Host, ids: readonly string[]) {
  for (const id of ids) host.open(id, { at: 0 });
  return host.settle(ids[0] ?? "");
}

test("a listener reads the new values of all traits", () => {
  const host = makeHost(ignore);
  const model = openAll(host, ["a"]);
  const read: unknown[] = [];
  model?.on("change:at", () => read.push(["at", model.get("state_line")]));
  model?.on("change:state_line", () => read.push(["state_line", model.get("at")]));
  host.update("a", { at: 1, state_line: "v=1" });
  assert.deepEqual(read, [
    ["at", "v=1"],
    ["state_line", 1],
  ]);
});

test("an equal value calls no listener, nor does a removed one hear", () => {
  const host = makeHost(ignore);
  const model = openAll(host, ["a"]);
  let calls = 0;
  const listener = (): void => {
    calls += 1;
  };
  model?.on("change:at", listener);
  host.update("a", { at: 0 });
  host.update("a", { at: 1 });
  model?.off("change:at", listener);
  host.update("a", { at: 2 });
  assert.equal(calls, 1);
});

test("traits that the page sets are sent once", () => {
  const sent: unknown[] = [];
  const host = makeHost((id, message, buffers) => sent.push([id, message, buffers]));
  const model = openAll(host, ["a"]);
  model?.set("at", 3);
  assert.equal(model?.get("at"), 3);
  model?.save_changes();
  model?.set("at", 4);
  model?.save_changes();
  assert.deepEqual(sent, [
    ["a", { set: { at: 3 } }, []],
    ["a", { set: { at: 4 } }, []],
  ]);
});

test("an action is sent with its buffers", () => {
  const sent: unknown[] = [];
  const host = makeHost((...message) => sent.push(message));
  const buffers = [new ArrayBuffer(2)];
  openAll(host, ["a"])?.send({ do: "upload", names: ["x.csv"] }, undefined, buffers);
  assert.deepEqual(sent, [["a", { action: { do: "upload", names: ["x.csv"] } }, buffers]]);
});

test("only the models of one address stay", async () => {
  const host = makeHost(ignore);
  openAll(host, ["a", "b"]);
  const model = openAll(host, ["c"]);
  assert.equal(await model?.widget_manager.get_model("b"), undefined);
  assert.equal(await model?.widget_manager.get_model("c"), model);
});

test("a model that is opened again stays the same, with new traits", () => {
  const host = makeHost(ignore);
  const model = openAll(host, ["a"]);
  let calls = 0;
  model?.on("change:at", () => {
    calls += 1;
  });
  host.open("a", { at: 5 });
  assert.equal(host.settle("a"), model);
  assert.deepEqual([model?.get("at"), calls], [5, 1]);
});

test("a widget is found before its address is settled", () => {
  const host = makeHost(ignore);
  host.open("a", { at: 1 });
  host.update("a", { at: 2 });
  assert.equal(host.find("a")?.get("at"), 2);
  assert.equal(host.find("b"), undefined);
});

test("a widget that was forgotten is another one when it is opened again", () => {
  const host = makeHost(ignore);
  const before = openAll(host, ["a", "b"]);
  const other = host.find("b");
  host.forget("a");
  host.open("a", { at: 1 });
  host.add("a");
  assert.ok(host.find("a") !== before);
  assert.equal(before?.get("at"), 0);
  assert.equal(host.find("b"), other);
});

test("only the actions of a widget are forgotten with it", () => {
  const opened = new OpenedAddress("", 0, "");
  for (const id of ["a", "b", "a"]) {
    const message = { action: { do: "undo" } } as const;
    opened.add(makeTask({ id, message, buffers: [], seed: 0 }, "cannot_do"));
  }
  opened.forget("a");
  assert.deepEqual([opened.actionsOf("a").length, opened.actions.length], [0, 1]);
});
