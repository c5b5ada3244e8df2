/* My mistakes: the cards with which the front page begins if the learner's record names mistakes.
   Python makes them (mistake_cards.py), also those of later days on which a mistake returns. The
   page stores them, and shows them at its next visit before Python is there. */
import { MISTAKES_ENTRY } from "../record/record_entries";
import { isFrontList } from "./address";
import { byId } from "./elements";

/** Cards as HTML, by the day from which on they hold. */
type CardsByDay = Readonly<Record<string, string>>;

interface Stored {
  readonly language: string;
  /** The end of the record from which Python made the cards. */
  readonly record: string;
  readonly cards: CardsByDay;
  /** The mistakes that were crossed out before. */
  readonly crossed: readonly string[];
}

const NONE: Stored = { language: "", record: "", cards: {}, crossed: [] };

/** Tells records apart: only lines are added to a record, and each has its time. */
const endOf = (record: string): string => `${record.length} ${record.slice(-300)}`;

/** Returns the day of the reader, as Python writes it. */
function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => `${part}`.padStart(2, "0")).join("-");
}

function readStored(): Stored {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem(MISTAKES_ENTRY) ?? "{}") };
  } catch {
    return NONE;
  }
}

/** Without space the next visit waits for Python. */
function store(stored: Stored): void {
  try {
    localStorage.setItem(MISTAKES_ENTRY, JSON.stringify(stored));
  } catch {
    // A private window, or no space.
  }
}

/** Returns whether the stored cards are those of a record, in the page's language. */
export function hasStoredCards(record: string): boolean {
  const stored = readStored();
  return stored.language === document.documentElement.lang && stored.record === endOf(record);
}

/** Stores the cards that Python has made of a record, and shows them. */
export function takeCards(json: string, record: string): void {
  const { lang: language } = document.documentElement;
  store({ ...readStored(), language, record: endOf(record), cards: JSON.parse(json) });
  showCards(record);
}

/** Shows the cards of a record, if they are stored. Cards of another record wait for Python. */
export function showCards(record: string): void {
  const day = today();
  const cards = hasStoredCards(record) ? Object.entries(readStored().cards) : [];
  const [, html = ""] = cards.filter(([from]) => from <= day).at(-1) ?? [];
  byId("mistakes").hidden = !html;
  byId("mistake_cards").innerHTML = html; // Python has escaped it
  if (isFrontList()) crossOut();
}

/** Crosses out what is gone for good: with a motion once. */
function crossOut(): void {
  const stored = readStored();
  const gone = [...byId("mistake_cards").querySelectorAll<HTMLElement>("[data-gone=true]")];
  const fresh = gone.filter(({ dataset }) => !stored.crossed.includes(dataset.key ?? ""));
  for (const card of fresh) card.dataset.crossing = "";
  if (fresh.length) store({ ...stored, crossed: gone.map(({ dataset }) => dataset.key ?? "") });
}
