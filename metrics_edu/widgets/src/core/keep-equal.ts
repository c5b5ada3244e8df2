/* What a new view has in common with the one before: templates skip a part that is the same
   object. */

type Parts = Record<string, unknown>;

/** Returns a new JSON value in which each part that equals its old one is the old object. */
export function keepEqual<Value>(old: unknown, now: Value): Value {
  if (!isParts(old) || !isParts(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  let isEqual = names.length === Object.keys(old).length;
  for (const name of names) {
    const kept = keepEqual(old[name], now[name]);
    if (kept !== old[name] || !(name in old)) isEqual = false;
    now[name as keyof typeof now] = kept as never;
  }
  return isEqual ? (old as Value) : now;
}

const isParts = (value: unknown): value is Parts => typeof value === "object" && value !== null;
