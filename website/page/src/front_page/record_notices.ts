/* What the page shows of the learner's record: its troubles, and the links that save it. */
import type { PageRecord } from "../record/page_record";
import { all, byId, namesIn } from "./elements";
import { words } from "./words";

/** Why a record was not read from a file, replaced or deleted; "" if it was. */
export type Refusal =
  | ""
  | "too_large"
  | "unreadable_file"
  | "no_progress_file"
  | "no_room"
  | "not_replaced"
  | "not_forgotten";

/** Shows the troubles of a record and of the last attempt to change it, and what can be done. */
export function showRecordNotices(record: PageRecord, refusal: Refusal): void {
  const { damaged } = record;
  const troubles: string[] = record.troubles;
  if (refusal) troubles.push(refusal);
  byId("record").hidden = troubles.length === 0;
  for (const element of all("[data-record]")) {
    element.hidden = !namesIn(element.dataset.record).some((name) => troubles.includes(name));
  }
  byId("damaged").textContent = words.record_damaged.replace("{count}", `${damaged.length}`);
  offerFile("record", record.text);
  offerFile("damaged", damaged.join("\n"));
}

/** Lets the links of a file save a text. A Blob takes any text, which a data: address does not. */
function offerFile(file: "record" | "damaged", text: string): void {
  for (const link of all<HTMLAnchorElement>(`[data-save=${file}]`)) {
    if (link.href) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  }
}
