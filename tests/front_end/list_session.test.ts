/* Which row stays chosen after a new view, and what Python is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EditAction } from "../../metrics_edu/widgets/src/core/contract";
import { ListSession, type ListView } from "../../metrics_edu/widgets/src/lists/list-session";

const view = (ids: string[], chosen: string, edited?: string) =>
  ({
    list: { shown: ids.map((id) => ({ id })), missed: [] },
    chosen,
    edited,
  }) as unknown as ListView;

/** A session whose first view is replaced by another one. */
function followed(first: ListView, next: ListView) {
  let now = first;
  const sent: EditAction[] = [];
  const owner = {
    t: String,
    uid: "",
    send: (action: EditAction) => {
      sent.push(action);
    },
    paint() {},
    preview() {},
  };
  const session = new ListSession(owner, () => now);
  const follow = (isOtherList = false) => {
    now = next;
    session.follow(isOtherList);
    return session.chosen;
  };
  return { session, sent, follow };
}

test("the choice stays while its row is there, and Python hears of it", () => {
  const { session, sent, follow } = followed(view(["a", "b"], "a"), view(["b", "a"], "a"));
  session.chosen = "b";
  assert.equal(follow(), "b");
  assert.deepEqual(sent, [{ do: "choose", id: "b" }]);
});

test("the choice of a row that is gone moves to the row that Python names", () => {
  assert.equal(followed(view(["a", "b"], "a"), view(["b"], "b")).follow(), "b");
});

test("another list begins with its own choice", () => {
  const { session, follow } = followed(view(["a", "b"], "a"), view(["a", "b"], "b"));
  session.chosen = "a";
  assert.equal(follow(true), "b");
});

test("a choice is sent once, and not if an edit has named its row", async () => {
  const { session, sent } = followed(view(["a", "b"], "a"), view(["a", "b"], "a"));
  session.choose("b");
  session.choose("a");
  await Promise.resolve();
  assert.deepEqual(sent, []);
  session.choose("b");
  session.send({ do: "toggle", id: "b" });
  await Promise.resolve();
  assert.deepEqual(sent, [{ do: "toggle", id: "b" }]);
});

test("the changes of an edit are beside its row, or beside none", () => {
  const { session } = followed(view(["a", "b"], "a", "a"), view(["a", "b"], "a", "a"));
  assert.equal(session.isEdited, true);
  session.choose("b");
  assert.equal(session.isEdited, false);
  session.choose(null);
  assert.equal(session.isEdited, true);
});
