import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { acceptedExtension, containerExtension } from "@sheaf/contracts/formats.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "@sheaf/engine/converter.ts";
import { nameOf, tooManyItems, type UnpackedItem, unpacksTooLarge } from "@sheaf/engine/unpack/item.ts";
import { and, eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { originalKey } from "../blob-keys.ts";
import {
  endFile,
  type FileEnd,
  type FileRef,
  type FileRow,
  type ItemRow,
  type JobRef,
  lockJob,
  startFile,
} from "../status.ts";
import { jobFiles } from "../table.ts";
import { assembleJob } from "./assemble.task.ts";
import { convertFile } from "./convert.task.ts";
import { unpackFileTask } from "./file-tasks.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "queue" | "storage">;

/**
 * Unpacks a stored container: stores its items and adds all of them or none to the job, as files after the container
 * with a task each.
 */
export const unpackFile = defineTask<FileRef, Needs>({
  ...unpackFileTask,
  attempts: 3, // a refusal is final at once
  timeoutMs: 45 * 60_000,
  async run(ref, services, { signal }) {
    const { db, storage, config, log } = services;
    const file = await startFile(db, ref);
    if (!file) return;
    const items: ItemRow[] = [];
    const stored = () => items.flatMap((item) => item.originalKey ?? []);
    const end = await withWorkFolder(
      config.dataDir,
      (folder) => unpack(services, ref, file, { folder, items, signal }),
      ({ state }) => state === "unpacked",
    ).catch(async (error: unknown) => {
      await storage.delete(stored());
      throw error;
    });
    const kept = await finish(services, ref, file, end, items);
    if (!kept)
      await storage.delete(stored()).catch((error) => log.warn({ err: error }, "Unused items could not be deleted"));
  },
  async onFinalFailure(ref, _reason, services) {
    const [file] = await services.db
      .select({ originalName: jobFiles.originalName })
      .from(jobFiles)
      .where(and(ofJob(ref), eq(jobFiles.id, ref.fileId)));
    const words = "could not be unpacked because of a fault on our side. Try again.";
    if (file) await finish(services, ref, file, { state: "failed", message: `${file.originalName} ${words}` }, []);
  },
});

const ofJob = ({ practiceId, jobId }: JobRef) => equals(jobFiles, { practiceId, jobId });

/** @param options.items receives each item as soon as it is stored */
async function unpack(
  { db, engine, storage }: Needs,
  ref: FileRef,
  file: FileRow,
  { folder, items, signal }: { folder: string; items: ItemRow[]; signal: AbortSignal },
): Promise<FileEnd> {
  const path = join(folder, "original");
  const itemsDir = join(folder, "items");
  await mkdir(itemsDir);
  if (!file.originalKey) return { state: "failed", message: `${file.originalName} has been deleted. Upload it again.` };
  await storage.fetch(file.originalKey, path, file);
  try {
    const limits = await roomFor(db, ref);
    const options = { practiceId: ref.practiceId, limits, signal };
    for await (const unpacked of engine.unpack({ path, name: file.originalName }, itemsDir, options)) {
      items.push(await keep(storage, ref, file, unpacked, signal));
    }
  } catch (error) {
    signal.throwIfAborted();
    return refusedAs(file, error);
  }
  if (items.some(({ state }) => state !== "left-out")) return { state: "unpacked" };
  return refusedAs(file, new ConvertError("empty", "holds no files."));
}

/** @throws the error itself when the container is not at fault */
function refusedAs({ originalName }: Pick<FileRow, "originalName">, error: unknown): FileEnd {
  if (!(error instanceof ConvertError)) throw error;
  const { reason, detail = refusals[reason] } = error;
  return { state: "refused", reason, message: `${originalName} ${detail}`, convertedMs: 0 };
}

async function keep(
  storage: Needs["storage"],
  { practiceId, jobId }: FileRef,
  container: FileRow,
  unpacked: UnpackedItem,
  signal: AbortSignal,
): Promise<ItemRow> {
  const { item } = unpacked;
  const id = newId();
  const originalName = nameOf(item);
  const base = {
    id,
    originalName,
    path: `${container.path ?? container.originalName} › ${item.path}`,
    type: acceptedExtension(originalName) ?? containerExtension(originalName) ?? "other",
    reason: null,
    message: null,
  };
  if (unpacked.outcome === "unpacked") {
    const key = originalKey(practiceId, jobId, id);
    return { ...base, ...(await storage.put(key, unpacked.body, { signal })), originalKey: key, state: "waiting" };
  }
  const nothing = { ...base, sizeBytes: item.sizeBytes, sha256: "", originalKey: null, message: unpacked.text };
  if (unpacked.outcome === "set-aside") return { ...nothing, reason: "unsupported", state: "left-out" };
  return { ...nothing, reason: unpacked.reason, state: "refused" };
}

/**
 * Returns how many items and bytes may still be unpacked from containers of this job.
 * @throws ConvertError too-large when the container is nested too deeply
 */
async function roomFor(db: Db | Tx, ref: FileRef): Promise<{ items: number; bytes: number }> {
  const { id, parentId, sizeBytes } = jobFiles;
  const files = await db.select({ id, parentId, sizeBytes }).from(jobFiles).where(ofJob(ref));
  const parents = new Map(files.map((file) => [file.id, file.parentId]));
  let depth = 0;
  for (let each: string | null | undefined = ref.fileId; each; each = parents.get(each)) depth += 1;
  if (depth > containerLimits.depth) {
    const words = `lies in more than ${containerLimits.depth - 1} others. Unpack it and add the files inside.`;
    throw new ConvertError("too-large", words);
  }
  const unpacked = files.filter((file) => file.parentId !== null);
  const bytes = containerLimits.unpackedBytes - unpacked.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { items: containerLimits.items - unpacked.length, bytes };
}

/** @returns whether the items were added to the job */
async function finish(
  { db, queue }: Needs,
  ref: FileRef,
  file: Pick<FileRow, "originalName"> & { attempt?: number },
  outcome: FileEnd,
  items: ItemRow[],
): Promise<boolean> {
  const { practiceId, jobId } = ref;
  return db.transaction(async (tx) => {
    await lockJob(tx, ref);
    const end = outcome.state === "unpacked" ? await checkLimits(tx, ref, file, items) : outcome;
    const kept = end.state === "unpacked" ? items : [];
    const next = await endFile(tx, ref, file.attempt, end, kept);
    if (next === null) return false;
    const waiting = kept.filter(({ state }) => state === "waiting");
    const added = waiting.map(({ id }) => ({ practiceId, jobId, fileId: id }));
    await queue.addAll(tx, convertFile, added, { group: practiceId });
    if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
    return kept.length > 0;
  });
}

/** Checks the job's limits again, because another of its containers may have been unpacked meanwhile. */
async function checkLimits(
  tx: Tx,
  ref: FileRef,
  file: Pick<FileRow, "originalName">,
  items: ItemRow[],
): Promise<FileEnd> {
  const room = await roomFor(tx, ref);
  const bytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (items.length > room.items) return refusedAs(file, tooManyItems());
  return bytes > room.bytes ? refusedAs(file, unpacksTooLarge()) : { state: "unpacked" };
}
