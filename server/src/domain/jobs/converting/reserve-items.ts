import type { Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { reserveMore, returnDocuments } from "../../billing/index.ts";
import { describeItems } from "../changes-by-users.ts";
import type { ItemRow } from "../item-rows.ts";
import { choiceMessage } from "../quota-words.ts";
import type { FileEnd, FileRow, JobRow } from "../status.ts";
import { shownNameOf } from "./item-names.ts";

/**
 * Reserves a document for each item that is not set aside; the container's own document goes to one of them, or back.
 * When too few are left, nothing is reserved and all items are set aside until a user chooses among them. The caller
 * has locked the job, and the container has not ended.
 */
export async function reserveItems(
  tx: Tx,
  job: JobRow,
  container: FileRow,
  items: ItemRow[],
): Promise<{ end: FileEnd; kept: ItemRow[] }> {
  const { practiceId, periodId } = job;
  const documents = items.filter(({ state }) => state !== "set-aside").length;
  const shortage = documents > 1 ? await reserveMore(tx, practiceId, periodId, documents - 1) : null;
  if (shortage) {
    const message = choiceMessage(shownNameOf(container), documents, shortage);
    const kept = items.map((item) => (item.state === "set-aside" ? item : { ...item, ...undecided }));
    return { end: { state: "refused", reason: null, message, awaitsChoice: true }, kept };
  }
  if (documents === 0) {
    await returnDocuments(tx, practiceId, periodId, 1);
    await announce(tx, practiceId, { type: "subscription" });
  }
  return { end: { state: "unpacked", counts: describeItems(documents, items.length - documents) }, kept: items };
}

const undecided = { state: "set-aside", reason: null, message: null } as const;
