import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { newId } from "../../platform/ids.ts";
import type { FileRef, FileRow, JobRow } from "./status.ts";
import { jobEvents } from "./table.ts";

type Row = typeof jobEvents.$inferSelect;

/** Records the replacement of a file, in the transaction that replaces it. The audit log reads the former name here. */
export async function writeReplacement(
  tx: Tx,
  { practiceId, jobId, fileId }: FileRef,
  names: { fileName: string; newName: string },
): Promise<void> {
  await tx.insert(jobEvents).values({ practiceId, jobId, id: newId(), kind: "replaced", fileId, ...names });
}

/**
 * Returns how the job's files ended, each time, and failures to make its PDFs, in no particular order. Actions of users
 * are in the audit log. For files that ended before events were recorded, their current state is returned.
 */
export async function fileEvents(db: Db, { job, files }: { job: JobRow; files: FileRow[] }): Promise<JobEvent[]> {
  const ofJob = equals(jobEvents, { practiceId: job.practiceId, jobId: job.id });
  const rows = await db.select().from(jobEvents).where(ofJob);
  const written = new Set(rows.filter(isFileEnd).map(({ fileId, at }) => `${fileId} ${at.toISOString()}`));
  const unwritten = files.filter(({ id, endedAt }) => endedAt && !written.has(`${id} ${endedAt.toISOString()}`));
  return [...rows.flatMap(toEvents), ...unwritten.flatMap(eventsOfFile)];
}

const isFileEnd = ({ fileId, kind }: Row) => fileId !== null && kind !== "replaced";

function toEvents({ kind, at, fileName, message, pages, convertedMs }: Row): JobEvent[] {
  const base = { at: at.toISOString(), who: null, words: null };
  if (kind === "converted") return [{ ...base, kind: "good", text: convertedText(fileName, pages, convertedMs) }];
  if (kind === "unpacked")
    return [{ ...base, kind: "good", text: `${fileName} unpacked${message ? `: ${message}` : ""}` }];
  if (kind === "refused" || kind === "failed") {
    return [{ ...base, kind: "bad", text: message ?? `${fileName} was not converted.` }];
  }
  if (kind === "emails-held") return [{ ...base, kind: "waiting", text: message ?? "Emails wait for a confirmation" }];
  if (kind === "assembly-failed") return [{ ...base, kind: "bad", text: "The PDF could not be created" }];
  return [];
}

function eventsOfFile({ endedAt, state, originalName, path, message, pages, convertedMs }: FileRow): JobEvent[] {
  if (!endedAt) return [];
  const base = { at: endedAt.toISOString(), who: null, words: null };
  if (state === "converted")
    return [{ ...base, kind: "good", text: convertedText(path ?? originalName, pages, convertedMs) }];
  // A file that was left out had been refused or had failed before.
  if (state !== "refused" && state !== "failed" && state !== "left-out") return [];
  return [{ ...base, kind: "bad", text: message ?? `${path ?? originalName} was not converted.` }];
}

const convertedText = (name: string | null, pages: number | null, ms: number | null) =>
  `${name} converted: ${pages === 1 ? "1 page" : `${(pages ?? 0).toLocaleString("en-GB")} pages`} in ${secondsOf(ms ?? 0)}`;

function secondsOf(ms: number): string {
  if (ms < 100) return "less than 0.1 s";
  return `${(ms / 1000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} s`;
}
