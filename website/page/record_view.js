/* What the front page shows of the learner's record: how far each lesson is, what is in the way, and the record as a file. */
const at = id => document.getElementById(id), all = selector => [...document.querySelectorAll(selector)];

/** What was answered, by lesson: how many exercises are right and predictions made, and where the learner goes on. */
export function drawCards({ events }, words) {
  const cards = all("[data-lesson]"), lessons = [];
  const isDone = ({ name, what }) => what === "right" || what === "tried" && name.startsWith("predict ");
  const done = new Set(events.filter(isDone).map(({ name }) => name)), tasks = new Map(cards.map(card => [card, JSON.parse(card.dataset.exercises)]));
  for (const { name } of events) lessons.push(...cards.filter(card => tasks.get(card).includes(name)).map(card => card.dataset.lesson));
  for (const card of cards) {
    const names = tasks.get(card), count = names.filter(name => done.has(name)).length;
    card.dataset.state = !lessons.includes(card.dataset.lesson) ? "new" : count < names.length ? "begun" : "done";
    card.querySelector("em").textContent = words[card.dataset.state].replace("{right}", count).replace("{all}", names.length);
    card.querySelector("progress").value = count;
  }
  const here = cards.find(({ dataset }) => dataset.lesson >= lessons.at(-1) && dataset.state !== "done");
  for (const card of cards) card.toggleAttribute("data-here", card === here);
}

/** What the learner has to know of the record, and what can be done. */
export function drawRecord(record, words, refused) {
  const { damaged } = record, troubles = [...record.troubles, refused].filter(Boolean);
  at("record").hidden = !troubles.length;
  for (const node of all("[data-record]")) node.hidden = !node.dataset.record.split(" ").some(trouble => troubles.includes(trouble));
  at("damaged").textContent = words.record_damaged.replace("{count}", damaged.length);
  for (const link of all("[data-save=record]")) offer(link, record.text);
  for (const link of all("[data-save=damaged]")) offer(link, damaged.join("\n"));
}

/** Let a link give a text as a file; a Blob takes any text, as an address does not. */
function offer(link, text) {
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
}
