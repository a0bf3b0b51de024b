import { join } from "node:path";
import { refusals } from "@sheaf/contracts/refusals.ts";
import type { FileResult } from "@sheaf/engine/engine-api.ts";
import { openText } from "../../../platform/crypto/sealed-text.ts";
import { equals } from "../../../platform/db/equals.ts";
import { countConversion } from "../../../platform/observe/conversions.ts";
import { traced } from "../../../platform/observe/trace.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import { ScannerDown } from "../../../platform/scan/clamd.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import type { StoredBlob } from "../../../platform/storage/blob-store.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { planOf } from "../../billing/index.ts";
import { pagesKey } from "../blob-keys.ts";
import type { Readings } from "../readings.ts";
import { endFile, type FileEnd, type FileRef, type FileRow, hasFile, shownName, startFile } from "../status.ts";
import { jobFiles } from "../table.ts";
import { assembleJob } from "./assemble.task.ts";
import { fileRef, unpackFileTask } from "./file-tasks.ts";
import { isNamedAsContainer, namedByPath, shownNameOf, tooLargeForPlan } from "./item-names.ts";
import { fetchOriginal, ItemRejected, OriginalGone } from "./item-original.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "key" | "log" | "queue" | "scanner" | "storage"> & {
  readings: Readings;
};

const scannerPauseMs = 15_000;

/**
 * Converts one stored original to stored A4 pages. The last file of a job queues its assembly. A container is queued
 * for unpacking.
 */
export const convertFile = defineTask<FileRef, Needs>({
  name: "jobs.convert-file",
  payload: fileRef,
  attempts: 3, // a refusal is final at once: a damaged file stays damaged
  // Two attempts of the engine with its longest limit, a third one with no other conversion beside it, and the wait for
  // other such conversions. Each of these has limits of its own.
  timeoutMs: 45 * 60_000,
  async run(ref, services, { signal }) {
    const { db, storage } = services;
    const file = await startFile(db, ref);
    if (!file) return;
    const end = await withWorkFolder(
      services.config.dataDir,
      (folder) => convert(services, ref, file, folder, signal),
      (end) => !end || end.state === "converted",
    ).catch((error: unknown) => waitForScanner(services, ref, error));
    if (!end) return;
    const kept = await finish(services, ref, file.attempt, end);
    if (end.state !== "converted") return;
    // When another run has taken over the file, its pages count and these are deleted. Otherwise the pages of earlier,
    // interrupted runs are deleted.
    // The original of an item is deleted too: its container still holds it.
    const original = file.itemIndex !== null && file.originalKey ? [file.originalKey] : [];
    const spare = kept ? [...earlierPages(ref, file.attempt), ...original] : [end.pagesKey];
    await storage
      .delete(spare)
      .catch((error) => services.log.warn({ err: error }, "Unused pages could not be deleted"));
  },
  async onFinalFailure(ref, _reason, services) {
    const [file] = await services.db
      .select({ name: shownName })
      .from(jobFiles)
      .where(equals(jobFiles, { practiceId: ref.practiceId, jobId: ref.jobId, id: ref.fileId }));
    if (file) await finish(services, ref, undefined, ourFault(file.name));
  },
});

async function convert(
  services: Needs,
  ref: FileRef,
  file: FileRow,
  folder: string,
  signal: AbortSignal,
): Promise<FileEnd | undefined> {
  const { storage, engine, key, log, scanner } = services;
  const path = join(folder, "original");
  const pagesPath = join(folder, "pages.pdf");
  const original = await obtainOriginal(services, file, { path, folder, signal });
  if ("state" in original) return original;
  const virus = await scanner?.scan(path, signal);
  if (virus !== undefined) return infected(file, virus);
  const password = file.password ? openText(key, file.id, file.password) : undefined;
  const input = { path, name: file.originalName, ...(password === undefined ? {} : { password }) };
  const attributes = { format: file.type, bytes: file.sizeBytes };
  const result = await traced({ name: "conversion", kind: "internal", attributes }, () =>
    engine.convertFile(input, pagesPath, { practiceId: ref.practiceId, signal, asDocument: file.isOwnContent }),
  );
  // The result of an aborted conversion says nothing about the file.
  signal.throwIfAborted();
  if (result.outcome === "container") return queueUnpacking(services, ref, file.attempt);
  if (!file.sample) countConversion(file.type, result);
  if (result.outcome === "failed") log.error({ fileId: file.id, detail: result.text }, "A conversion failed");
  if (result.outcome !== "converted") return endOf(file, result);
  // Its name kept it from the plan's limit for one file, but it was no container.
  const isDisguised = isNamedAsContainer(file) && !file.sample;
  const tooLarge = isDisguised ? tooLargeForPlan(file, await planOf(services.db, file.practiceId), true) : null;
  if (tooLarge) return { state: "refused", reason: "too-large", message: tooLarge, convertedMs: Math.round(result.ms) };
  const attemptKey = pagesKey(ref.practiceId, ref.jobId, file.id, file.attempt);
  return converted(result, original, { key: attemptKey, ...(await storage.putFile(attemptKey, pagesPath)) });
}

/** Returns how the file ends when it has no original that could be converted. */
async function obtainOriginal(
  services: Needs,
  file: FileRow,
  to: { path: string; folder: string; signal: AbortSignal },
): Promise<StoredBlob | FileEnd> {
  const tooLarge =
    file.parentId && !file.originalKey ? tooLargeForPlan(file, await planOf(services.db, file.practiceId)) : null;
  if (tooLarge) return { state: "refused", reason: "too-large", message: tooLarge, convertedMs: 0 };
  try {
    return await fetchOriginal(services, file, to);
  } catch (error) {
    if (error instanceof OriginalGone) return withoutOriginal(file);
    if (!(error instanceof ItemRejected)) throw error;
    return { state: "refused", reason: error.reason, message: namedByPath(file, error.text), convertedMs: 0 };
  }
}

/** Queues the file again until the scanner is back, because no file is opened unscanned. This uses no attempt. */
async function waitForScanner({ db, queue, log }: Needs, ref: FileRef, error: unknown): Promise<undefined> {
  if (!(error instanceof ScannerDown)) throw error;
  log.warn({ ...ref, err: error }, "A file waits for the virus scanner");
  await db.transaction((tx) => queue.add(tx, convertFile, ref, { group: ref.practiceId, delayMs: scannerPauseMs }));
}

async function queueUnpacking({ db, queue }: Needs, ref: FileRef, attempt: number): Promise<undefined> {
  await db.transaction(async (tx) => {
    if (await hasFile(tx, ref, attempt)) await queue.add(tx, unpackFileTask, ref, { group: ref.practiceId });
  });
}

/** Returns the end of a file without a stored original. An item that could not be unpacked never had one. */
function withoutOriginal(file: FileRow): FileEnd {
  const name = shownNameOf(file);
  if (file.parentId === null) return { state: "failed", message: `${name} has been deleted. Upload it again.` };
  const words =
    file.itemIndex === null
      ? "cannot be unpacked again, because the password of its archive is not kept. Unpack it and replace it."
      : refusals.damaged;
  return { state: "refused", reason: "damaged", message: `${name} ${words}`, convertedMs: 0 };
}

function infected(file: FileRow, virus: string): FileEnd {
  const reason = "active-content";
  if (!file.sample) countConversion(file.type, { outcome: "rejected", reason, ms: 0 });
  const message = `${shownNameOf(file)} contains a virus (${virus}). Ask for a clean copy and replace it.`;
  return { state: "refused", reason, message, convertedMs: 0 };
}

function converted(
  result: Extract<FileResult, { outcome: "converted" }>,
  { sizeBytes, sha256 }: StoredBlob,
  pages: StoredBlob & { key: string },
): Extract<FileEnd, { state: "converted" }> {
  return {
    state: "converted",
    pages: result.pages,
    warnings: result.warnings,
    convertedMs: Math.round(result.ms),
    pagesKey: pages.key,
    pagesBytes: pages.sizeBytes,
    pagesSha256: pages.sha256,
    sizeBytes,
    sha256,
  };
}

/** The engine has tried twice before it reports "failed", so the file is not tried again until a user requests it. */
function endOf(file: FileRow, result: Extract<FileResult, { outcome: "rejected" | "failed" }>): FileEnd {
  if (result.outcome === "failed") return ourFault(shownNameOf(file));
  const message = namedByPath(file, result.text);
  return { state: "refused", reason: result.reason, message, convertedMs: Math.round(result.ms) };
}

function ourFault(name: string): FileEnd {
  return { state: "failed", message: `${name} could not be converted because of a fault on our side. Try again.` };
}

/** @returns false when another run had taken over the file */
async function finish(services: Needs, ref: FileRef, attempt: number | undefined, end: FileEnd): Promise<boolean> {
  const { db, queue, readings } = services;
  const { practiceId, jobId } = ref;
  return db.transaction(async (tx) => {
    const next = await endFile(tx, ref, attempt, end);
    if (next !== null && end.state === "converted") await readings.add(tx, ref, end);
    if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
    return next !== null;
  });
}

function earlierPages({ practiceId, jobId, fileId }: FileRef, attempt: number): string[] {
  return Array.from({ length: attempt - 1 }, (_, index) => pagesKey(practiceId, jobId, fileId, index + 1));
}
