import type { OpenRefund } from "@sheaf/contracts/refunds.ts";
import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { AppError } from "../../errors.ts";
import { practices } from "../../practices/table.ts";
import { describeRequest } from "./ask.ts";
import { previewRefund } from "./reckon.ts";
import { refundRequests } from "./table.ts";

const atMost = 200;

/** What waits for an administrator, oldest first: as it was asked, and what holds now. */
export async function openRefunds(db: Db): Promise<OpenRefund[]> {
  const rows = await db
    .select({ request: refundRequests, practice: { id: practices.id, name: practices.name } })
    .from(refundRequests)
    .innerJoin(practices, eq(practices.id, refundRequests.practiceId))
    .where(eq(refundRequests.state, "asked"))
    .orderBy(asc(refundRequests.askedAt))
    .limit(atMost);
  const open: OpenRefund[] = [];
  for (const { request, practice } of rows) {
    const now = await previewRefund(db, practice.id, request.paymentId).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    const { documentsUsed, documentsAllowed } = request;
    open.push({ ...describeRequest(request), practice, documentsUsed, documentsAllowed, now });
  }
  return open;
}
