import type { OpenRefund, QuotedRefund } from "@sheaf/contracts/refunds.ts";
import { asc, eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { practices } from "../../practices/table.ts";
import { previewIfPossible } from "./quote.ts";
import { describeRequest, listRefunds } from "./requests.ts";
import { refundRequests } from "./table.ts";

const atMost = 200;

/** What waits for an administrator, oldest first: as it was asked, and what holds now. */
export async function openRefunds(db: Db): Promise<OpenRefund[]> {
  const rows = await db
    .select({ request: refundRequests, practice: { id: practices.id, name: practices.name } })
    .from(refundRequests)
    .innerJoin(practices, eq(practices.id, refundRequests.practiceId))
    .where(eq(refundRequests.state, "pending"))
    .orderBy(asc(refundRequests.requestedAt))
    .limit(atMost);
  const open: OpenRefund[] = [];
  for (const { request, practice } of rows) {
    const now = await previewIfPossible(db, practice.id, request.paymentId);
    const { documentsUsed, documentsAllowed } = request;
    open.push({ ...describeRequest(request), practice, documentsUsed, documentsAllowed, now });
  }
  return open;
}

/** All that a practice asked, newest first; what waits, with what holds now. */
export async function quotedRefunds(tx: Tx, practiceId: string): Promise<QuotedRefund[]> {
  const reckoned: QuotedRefund[] = [];
  for (const request of await listRefunds(tx, practiceId)) {
    const waits = request.state === "pending";
    reckoned.push({ ...request, now: waits ? await previewIfPossible(tx, practiceId, request.paymentId) : null });
  }
  return reckoned;
}
