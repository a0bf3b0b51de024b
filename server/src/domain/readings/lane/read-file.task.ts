import { join } from "node:path";
import { type PageReading, readingLimits } from "@sheaf/contracts/reading.ts";
import { defineTask, TryLater } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { BlobDamaged, BlobMissing } from "../../../platform/storage/blob-store.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { assembleJob, type FileRef, lockJob, readingKey } from "../../jobs/index.ts";
import { preparePages } from "../pages/prepare-pages.ts";
import { waitsForReading } from "../practice-choices.ts";
import { readReadingFile, writeReadingFile } from "../reading-file.ts";
import { queueSearchable } from "../searchable/make-searchable.task.ts";
import { readFileTask } from "./file-task.ts";
import { endReading, hasUnfinished, type ReadingEnd, type StartedReading, startReading } from "./reading-rows.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "queue" | "storage">;

/**
 * Reads the pages of a file. The job does not depend on it, unless the practice's jobs wait for reading: then the last
 * file that is read has the PDFs made.
 */
export const readFile = defineTask<FileRef, Needs>({
  ...readFileTask,
  // A run that failed would fail again. Only the death of a worker gives a file a second run.
  attempts: 1,
  // The limit of the work itself, and the engine's pauses before each page while files wait for conversion.
  timeoutMs: 2 * 60 * 60_000,
  async run(ref, services, { signal }) {
    const started = await startReading(services.db, ref);
    if (!started) return;
    const key = readingKey(ref.practiceId, ref.jobId, ref.fileId, started.attempt);
    // A folder of its own, because pages are stored only after it is known that a failure was not due to a full disk.
    const kept = await withWorkFolder(services.config.dataDir, async (preparedFolder) => {
      const preparedPath = join(preparedFolder, "pages.jsonl");
      const end = await withWorkFolder(
        services.config.dataDir,
        (folder) => read(services, ref, started, { folder, preparedPath, key, signal }),
        ({ state }) => state === "read",
      );
      return finish(services, ref, started.attempt, end);
    });
    const spare = kept ? earlierKeys(ref, started.attempt) : [key];
    await services.storage
      .delete(spare)
      .catch((error) => services.log.warn({ err: error }, "Unused readings could not be deleted"));
  },
  async onFinalFailure(ref, _reason, services) {
    await finish(services, ref, undefined, notRead("failed"));
  },
});

const notRead = (why: ReadingEnd["why"]): ReadingEnd => ({
  state: "not-read",
  why,
  read: nothingRead(),
  prepared: null,
  blob: null,
});

const nothingRead = (): ReadingEnd["read"] => ({ pages: 0, hardPages: [], turns: [] });

async function read(
  services: Needs,
  ref: FileRef,
  { pages: count, pagesKey, stored, language }: StartedReading,
  { folder, preparedPath, key, signal }: { folder: string; preparedPath: string; key: string; signal: AbortSignal },
): Promise<ReadingEnd> {
  const { db, engine, log, storage } = services;
  const { practiceId, fileId } = ref;
  const path = join(folder, "pages.pdf");
  const { baseMs, perPageMs, maxMs, wordsPerFile } = readingLimits;
  const deadlineMs = Math.min(baseMs + count * perPageMs, maxMs);
  const found = nothingRead();
  let words = 0;
  let failure: unknown;
  const pages = async function* (): AsyncGenerator<PageReading> {
    try {
      await storage.fetch(pagesKey, path, stored);
      const languages = language === null ? [] : [language];
      for await (const page of engine.read(path, { practiceId, languages, deadlineMs, signal })) {
        note(found, page);
        words += page.words.length;
        yield page;
        if (words >= wordsPerFile) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TryLater) throw error;
      failure = error;
      const isLost = error instanceof BlobMissing || error instanceof BlobDamaged;
      log.error({ fileId, err: error }, isLost ? "Pages to read are missing or damaged" : "Pages could not be read");
    }
  };
  const readingPath = join(folder, "reading.jsonl.gz");
  await writeReadingFile(readingPath, pages());
  const why = (): ReadingEnd["why"] => {
    if (failure !== undefined) return "failed";
    return words >= wordsPerFile ? "words" : whyUnread(engine);
  };
  if (found.pages === 0) return notRead(why());
  const prepared = await preparePages(db, ref, readReadingFile(readingPath), preparedPath);
  const blob = { key, ...(await storage.putFile(key, readingPath)) };
  if (found.pages >= count) return { state: "read", why: null, read: found, prepared, blob };
  return { state: "not-read", why: why(), read: found, prepared, blob };
}

/** Notes what the row of a reading says about a page. */
function note(found: ReadingEnd["read"], { source, page, readability, turn }: PageReading): void {
  if (source === "unread") return;
  found.pages += 1;
  if (readability?.problem) found.hardPages.push({ page, problem: readability.problem, dpi: readability.dpi });
  if (turn !== 0) found.turns.push({ page, turn });
}

/** Returns why the engine left pages unread. */
function whyUnread(engine: WorkerServices["engine"]): ReadingEnd["why"] {
  return engine.health().readingLanguages.length === 0 ? "missing" : "time";
}

/** @returns false when the file was not this run's to end */
async function finish(services: Needs, ref: FileRef, attempt: number | undefined, end: ReadingEnd): Promise<boolean> {
  const { db, queue } = services;
  const { practiceId, jobId } = ref;
  return db.transaction(async (tx) => {
    if (!(await endReading(tx, ref, attempt, end))) return false;
    const job = await lockJob(tx, ref);
    const isAwaited = job !== null && job.status !== "completed" && (await waitsForReading(tx, practiceId));
    if (isAwaited && !(await hasUnfinished(tx, ref))) {
      await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
    }
    await queueSearchable(tx, queue, ref);
    return true;
  });
}

function earlierKeys({ practiceId, jobId, fileId }: FileRef, attempt: number): string[] {
  return Array.from({ length: attempt - 1 }, (_, index) => readingKey(practiceId, jobId, fileId, index + 1));
}
