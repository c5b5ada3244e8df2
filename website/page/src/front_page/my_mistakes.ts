/* My mistakes: the cards with which the front page begins if there is a record. Python makes them
   (mistake_cards.py), also those of later days on which a mistake returns. The page stores them,
   and shows them at its next visit before Python is there. */
import { MISTAKES_ENTRY } from "../record/record_entries";
import { isFrontList } from "./address";
import { byId } from "./elements";

/** Cards as HTML, by the day from which on they hold, oldest first. */
type CardsByDay = Readonly<Record<string, string>>;

interface Stored {
  readonly language: string;
  /** The end of the record from which Python made the cards. */
  readonly end: string;
  readonly cards: CardsByDay;
  /** The mistakes that were crossed out before. */
  readonly crossed: readonly string[];
}

const NOTHING: Stored = { language: "", end: "", cards: {}, crossed: [] };

let stored = readEntry();
let shownHtml = "";

/** Other pages of the same origin may have written the entry. */
function readEntry(): Stored {
  try {
    const entry = JSON.parse(localStorage.getItem(MISTAKES_ENTRY) ?? "null");
    return isStored(entry) ? entry : NOTHING;
  } catch {
    return NOTHING;
  }
}

function isStored(entry: Partial<Stored> | null): entry is Stored {
  const { end, cards, crossed } = entry ?? {};
  return typeof end === "string" && cards instanceof Object && Array.isArray(crossed);
}

/** Without space, or in a private window, the next visit waits for Python. */
function store(news: Partial<Stored>): void {
  stored = { ...stored, ...news };
  try {
    localStorage.setItem(MISTAKES_ENTRY, JSON.stringify(stored));
  } catch {
    // They last as long as the page.
  }
}

/** Tells records apart: only lines are added to a record, and each has its time. */
const endOf = (record: string): string => `${record.length} ${record.slice(-300)}`;

/** Returns whether the stored cards are those of the start of a record. */
function isContinued(record: string): boolean {
  const length = Number.parseInt(stored.end, 10);
  return stored.end === endOf(record.slice(0, length));
}

/** Returns whether the stored cards are those of a record, in the page's language. */
export function hasCards(record: string): boolean {
  return stored.language === document.documentElement.lang && stored.end === endOf(record);
}

/** Stores the cards that Python has made of a record. */
export function storeCards(json: string, record: string): void {
  const { lang: language } = document.documentElement;
  store({ language, end: endOf(record), cards: JSON.parse(json) });
}

/** Shows the cards of a record. Until Python has read its newest lines, those of its start stay,
    without what is due. */
export function showCards(record: string): void {
  const isFresh = hasCards(record);
  const isOurs = stored.language === document.documentElement.lang && isContinued(record);
  const html = isOurs ? cardsOf(today()) : "";
  const section = byId("mistakes");
  section.hidden = !record;
  section.dataset.state = !isFresh ? "waiting" : html ? "cards" : "none";
  showHtml(html);
  if (isFresh && isFrontList()) crossOut();
}

/** Shows cards; the same ones stay, with the focus of a link. */
function showHtml(html: string): void {
  if (html === shownHtml) return;
  shownHtml = html;
  byId("mistake_cards").innerHTML = html; // Python has escaped it
}

/** Returns the day of the reader, as Python writes it. */
function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => `${part}`.padStart(2, "0")).join("-");
}

/** Returns the last cards that hold on a day. */
function cardsOf(day: string): string {
  const [, html = ""] = Object.entries(stored.cards).findLast(([from]) => from <= day) ?? [];
  return html;
}

/** Crosses out what is gone for good: with a motion once. */
function crossOut(): void {
  const gone = [...byId("mistake_cards").querySelectorAll<HTMLElement>("[data-gone=true]")];
  const keys = gone.map(({ dataset }) => dataset.key ?? "");
  gone.forEach((card, k) => {
    card.toggleAttribute("data-crossing", !stored.crossed.includes(keys[k] ?? ""));
  });
  store({ crossed: keys });
}
