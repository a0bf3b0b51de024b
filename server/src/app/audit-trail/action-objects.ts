import { defined } from "@sheaf/contracts/defined.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { ActionObjects } from "../../domain/audit/actions.ts";
import type { auditLog } from "../../domain/audit/table.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobEvents, jobFiles } from "../../domain/jobs/table.ts";
import type { Db } from "../../platform/db/connect.ts";

type Row = typeof auditLog.$inferSelect;

/** Returns the identifiers in `detail.file` or `detail.delivery`, which are separated by commas. */
const idsOf = ({ detail }: Row, of: "file" | "delivery"): string[] => {
  const ids = detail?.[of];
  return typeof ids === "string" && ids !== "" ? ids.split(",") : [];
};

/**
 * Returns a function that gives the files and emails of an entry. Files have the names that they had at the time of the
 * entry.
 */
export async function objectsOfActions(db: Db, practiceId: string, rows: Row[]): Promise<(row: Row) => ActionObjects> {
  const [files, recipients] = await Promise.all([filesIn(db, practiceId, rows), recipientsIn(db, practiceId, rows)]);
  return (row) => ({ ...files(row), ...recipients(row) });
}

async function filesIn(
  db: Db,
  practiceId: string,
  rows: Row[],
): Promise<(row: Row) => Pick<ActionObjects, "files" | "newFile">> {
  const about = rows.filter((row) => idsOf(row, "file").length > 0);
  const jobIds = [...new Set(about.flatMap(({ subjectId }) => subjectId ?? []))];
  if (jobIds.length === 0) return () => ({ files: [] });
  const [replacements, now] = await Promise.all([
    db
      .select()
      .from(jobEvents)
      .where(
        and(eq(jobEvents.practiceId, practiceId), inArray(jobEvents.jobId, jobIds), eq(jobEvents.kind, "replaced")),
      )
      .orderBy(jobEvents.at),
    db
      .select({ id: jobFiles.id, name: sql<string>`coalesce(${jobFiles.path}, ${jobFiles.originalName})` })
      .from(jobFiles)
      .where(and(eq(jobFiles.practiceId, practiceId), inArray(jobFiles.jobId, jobIds))),
  ]);
  const byId = new Map(now.map(({ id, name }) => [id, name]));
  return (row) => {
    // A replacement and its entry are written in the same transaction and so have the same time.
    const next = (id: string) => replacements.find(({ fileId, at }) => fileId === id && at >= row.at);
    const ids = idsOf(row, "file");
    const files = ids.flatMap((id) => next(id)?.fileName ?? byId.get(id) ?? []);
    const newFile = row.action === "file.replaced" && next(ids[0] ?? "")?.newName;
    return newFile ? { files, newFile } : { files };
  };
}

async function recipientsIn(
  db: Db,
  practiceId: string,
  rows: Row[],
): Promise<(row: Row) => Pick<ActionObjects, "recipients" | "formerRecipient">> {
  const about = rows.filter((row) => idsOf(row, "delivery").length > 0);
  const jobIds = [...new Set(about.flatMap(({ subjectId }) => subjectId ?? []))];
  if (jobIds.length === 0) return () => ({ recipients: [] });
  const emails = await db
    .select({ id: deliveries.id, recipient: deliveries.recipient, replacedById: deliveries.replacedById })
    .from(deliveries)
    .where(and(eq(deliveries.practiceId, practiceId), inArray(deliveries.jobId, jobIds)));
  const byId = new Map(emails.map(({ id, recipient }) => [id, recipient]));
  const before = new Map(emails.map(({ replacedById, recipient }) => [replacedById, recipient]));
  return (row) => {
    const deliveryIds = idsOf(row, "delivery");
    const former = before.get(deliveryIds[0] ?? "");
    const recipients = [...new Set(deliveryIds.flatMap((id) => byId.get(id) ?? []))];
    return defined({ recipients, formerRecipient: former });
  };
}
