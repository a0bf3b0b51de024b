import { join } from "node:path";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { defineTask, TryLater } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { BlobDamaged, BlobMissing } from "../../../platform/storage/blob-store.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import type { OutputRow } from "../../jobs/index.ts";
import { jobFiles, jobs, outputs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import type { Destination, Outcome, Parcel } from "../destinations/destination.ts";
import { openDestination } from "../destinations/open-destination.ts";
import type { DeliveryRef, DeliveryRow } from "../service.ts";
import { confirmerOf } from "./confirmer.ts";
import { retryUntilAborted } from "./retry-until-aborted.ts";
import { begin, claim, renewClaim, renewEveryMs, settle } from "./states.ts";
import { versionsWithText } from "./with-text.ts";

const unreadable = "Its PDFs cannot be read at the moment. It goes out by itself as soon as they can.";
const databaseAway = "The database was away when it was to be handed over. It goes out by itself.";

type Needs = Pick<WorkerServices, "config" | "db" | "key" | "liveConfig" | "log" | "mail" | "queue" | "storage">;

/** Hands one email over when it is due, at most once. */
export const deliverEmail = defineTask<DeliveryRef, Needs>({
  name: "delivery.deliver",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid(), deliveryId: z.uuid() }),
  attempts: 5,
  // Longer than the longest wait for a mail server.
  timeoutMs: 11 * 60_000,
  async run(ref, services, { signal }) {
    const { db, liveConfig, queue } = services;
    await liveConfig.refresh();
    const claimed = await db.transaction((tx) => claim(tx, ref, (kind) => openDestination(kind, services)));
    const wait = claimed.kind === "send" ? await handOver(ref, claimed, services, signal) : claimed;
    if (wait && "ms" in wait) {
      await db.transaction((tx) => queue.add(tx, deliverEmail, ref, { group: ref.practiceId, delayMs: wait.ms }));
    }
  },
  async onFinalFailure() {
    // Nothing to do: the row holds the state, and the sweep queues due emails again.
  },
});

interface Claimed {
  row: DeliveryRow;
  destination: Destination;
}

/** @returns the delay until the next attempt; null when there is none */
async function handOver(
  ref: DeliveryRef,
  claimed: Claimed,
  services: Needs,
  signal: AbortSignal,
): Promise<{ ms: number } | null> {
  const { db, log } = services;
  const { tries } = claimed.row;
  const renewing = setInterval(() => {
    renewClaim(db, ref, tries).catch((error) => log.warn({ err: error }, "A claim could not be renewed"));
  }, renewEveryMs);
  try {
    const outcome = await send(ref, claimed, services);
    if (!outcome) return null;
    // A known outcome must not become unconfirmed because the database is away for a while.
    return await retryUntilAborted(() => db.transaction((tx) => settle(tx, ref, claimed.row, outcome)), signal);
  } finally {
    clearInterval(renewing);
  }
}

/** @returns null when the claim was lost before anything was handed over */
async function send(ref: DeliveryRef, { row, destination }: Claimed, services: Needs): Promise<Outcome | null> {
  const { db, config, log, storage } = services;
  const facts = await factsOf(row, services);
  if ("failed" in facts) return { state: "failed", message: facts.failed };
  const versions = row.withText ? versionsWithText(facts.pdfs) : null;
  const refusal = await destination.refusalOf(db, row, versions ?? facts.pdfs);
  if (refusal) return { state: "failed", message: refusal };

  return withWorkFolder(config.dataDir, async (folder): Promise<Outcome | null> => {
    const fetchAll = (stored: StoredPdf[]) =>
      Promise.all(
        stored.map(async (pdf) => {
          const path = join(folder, `${newId()}.pdf`);
          await storage.fetch(pdf.blobKey, path, pdf);
          return { ...pdf, path };
        }),
      ).catch((error) => {
        if (error instanceof BlobMissing || error instanceof BlobDamaged) return null;
        if (error instanceof TryLater) return error;
        throw error;
      });
    // What was read may have been erased since the email was written: then it is sent without.
    const fetched = versions && (await fetchAll(versions));
    const pdfs = fetched ?? (await fetchAll(facts.pdfs));
    if (pdfs instanceof TryLater) {
      log.warn({ err: pdfs, deliveryId: row.id }, "The PDFs of an email cannot be read");
      return { state: "not-started", message: unreadable };
    }
    if (!pdfs) return { state: "failed", message: "Its PDFs are gone or damaged. Retry or upload them again." };
    const handOverNow = destination.ready({ ...facts, row, pdfs });
    const begun = await begin(db, ref, { tries: row.tries, withText: fetched !== null }).catch((error: unknown) => {
      log.warn({ err: error, deliveryId: row.id }, "An email could not be started");
      return undefined;
    });
    if (begun === undefined) return { state: "not-started", message: databaseAway };
    if (!begun) return null;
    return handOverNow();
  });
}

type StoredPdf = OutputRow & { blobKey: string };
type Facts = Omit<Parcel, "row" | "pdfs"> & { pdfs: StoredPdf[] };

/** @returns the data of the email, or the reason why it cannot be sent */
async function factsOf(row: DeliveryRow, services: Needs): Promise<Facts | { failed: string }> {
  const { db } = services;
  const { practiceId, jobId } = row;
  const [found] = await db
    .select({ job: jobs, practiceName: practices.name })
    .from(jobs)
    .innerJoin(practices, eq(practices.id, jobs.practiceId))
    .where(equals(jobs, { practiceId, id: jobId }));
  if (!found) return { failed: `The job of this ${destinationKinds[row.destination].one} no longer exists.` };
  const ofRow = and(equals(outputs, { practiceId, jobId }), inArray(outputs.id, row.outputIds));
  const made = await db.select().from(outputs).where(ofRow);
  const pdfs = row.outputIds.flatMap(
    (id) => made.find((output): output is StoredPdf => output.id === id && output.blobKey !== null) ?? [],
  );
  if (pdfs.length < row.outputIds.length) {
    return {
      failed: "The files of this job were deleted when their retention period ended. Upload them again to send them.",
    };
  }
  const confirmer = await confirmerOf(db, row);
  return { ...found, confirmer, pdfs, fileNames: await namesOf(row, pdfs, services) };
}

/** Returns the names of the files whose pages are in the PDFs, each once, in the order that the user chose. */
async function namesOf({ practiceId, jobId }: DeliveryRow, pdfs: StoredPdf[], { db }: Needs): Promise<string[]> {
  const fileIds = pdfs.flatMap((pdf) => pdf.fileIds);
  const ofPdfs = and(equals(jobFiles, { practiceId, jobId }), inArray(jobFiles.id, fileIds));
  const files = await db
    .select({ name: jobFiles.originalName })
    .from(jobFiles)
    .where(ofPdfs)
    .orderBy(jobFiles.position);
  return files.map(({ name }) => name);
}
