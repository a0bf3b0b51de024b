import type { OpenRefund, QuotedRefund } from "@sheaf/contracts/refunds.ts";
import { asc, eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { practices } from "../../practices/table.ts";
import { previewIfPossible } from "./quote.ts";
import { describeRequest, listRefunds } from "./requests.ts";
import { refundRequests } from "./table.ts";

const maxRequests = 200;

/**
 * Lists the requests that wait for an administrator, oldest first: with the quote at the time of the request and the
 * current one.
 */
export async function openRefunds(db: Db): Promise<OpenRefund[]> {
  const rows = await db
    .select({ request: refundRequests, practice: { id: practices.id, name: practices.name } })
    .from(refundRequests)
    .innerJoin(practices, eq(practices.id, refundRequests.practiceId))
    .where(eq(refundRequests.state, "pending"))
    .orderBy(asc(refundRequests.requestedAt))
    .limit(maxRequests);
  const open: OpenRefund[] = [];
  for (const { request, practice } of rows) {
    const now = await previewIfPossible(db, practice.id, request.paymentId);
    const { documentsUsed, documentsAllowed } = request;
    open.push({ ...describeRequest(request), practice, documentsUsed, documentsAllowed, now });
  }
  return open;
}

/** Lists all requests of a practice, newest first; open ones with the current quote. */
export async function quotedRefunds(tx: Tx, practiceId: string): Promise<QuotedRefund[]> {
  const quoted: QuotedRefund[] = [];
  for (const request of await listRefunds(tx, practiceId)) {
    const waits = request.state === "pending";
    quoted.push({ ...request, now: waits ? await previewIfPossible(tx, practiceId, request.paymentId) : null });
  }
  return quoted;
}
