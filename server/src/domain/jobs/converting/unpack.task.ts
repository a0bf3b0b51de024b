import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@sheaf/contracts/defined.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "@sheaf/engine/converter.ts";
import { nestedTooDeep, noRoomForBytes, noRoomForItems } from "@sheaf/engine/unpack/item.ts";
import { openText, sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { planOf } from "../../billing/index.ts";
import { customers } from "../../customers/table.ts";
import { itemsFolder } from "../blob-keys.ts";
import { type ItemRow, removeItems } from "../item-rows.ts";
import { endFile, type FileEnd, type FileRef, type FileRow, type JobRef, lockJob, startFile } from "../status.ts";
import { jobFiles, jobs } from "../table.ts";
import { assembleJob } from "./assemble.task.ts";
import { convertFile } from "./convert.task.ts";
import { unpackFileTask } from "./file-tasks.ts";
import { shownNameOf } from "./item-names.ts";
import { fetchOriginal } from "./item-original.ts";
import { keepItem } from "./keep-item.ts";
import { reserveItems } from "./reserve-items.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "key" | "log" | "queue" | "storage">;

/**
 * Unpacks a stored container: stores its items and adds all of them or none to the job, as files after the container.
 * Each that is not set aside has a task and a document; when too few documents are left, none has, and a user chooses.
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
      (end) => end === null,
    ).catch(async (error: unknown) => {
      await storage.delete(stored());
      throw error;
    });
    const spare = await finish(services, ref, file, end, items);
    // Without the items this run may have lost the file to a later one, whose items stay.
    const unused = spare ? [...spare, ...(await leftByEarlier(services, file))] : stored();
    await storage.delete(unused).catch((error) => log.warn({ err: error }, "Unused items could not be deleted"));
  },
  async onFinalFailure(ref, _reason, services) {
    const { path, originalName } = jobFiles;
    const [file] = await services.db.select({ path, originalName }).from(jobFiles).where(itself(ref));
    const words = "could not be unpacked because of a fault on our side. Try again.";
    if (file) await finish(services, ref, file, { state: "failed", message: `${shownNameOf(file)} ${words}` });
  },
});

/** The first attempt is the conversion, which finds that the file is a container. */
const firstUnpacking = 2;

const ofJob = ({ practiceId, jobId }: JobRef) => equals(jobFiles, { practiceId, jobId });
const itself = ({ practiceId, jobId, fileId }: FileRef) => equals(jobFiles, { practiceId, jobId, id: fileId });

/** Returns the originals that killed attempts before this one have stored. */
async function leftByEarlier({ storage }: Needs, container: FileRow): Promise<string[]> {
  const left: string[] = [];
  if (container.attempt <= firstUnpacking) return left;
  const folder = itemsFolder(container);
  for await (const { key } of storage.list(folder)) {
    if (Number.parseInt(key.slice(folder.length), 10) < container.attempt) left.push(key);
  }
  return left;
}

/**
 * @param options.items receives each item as soon as it is stored
 * @returns null when all items were read; otherwise why not
 */
async function unpack(
  services: Needs,
  ref: FileRef,
  file: FileRow,
  { folder, items, signal }: { folder: string; items: ItemRow[]; signal: AbortSignal },
): Promise<FileEnd | null> {
  const { db, engine, key, storage } = services;
  const path = join(folder, "original");
  const itemsDir = join(folder, "items");
  await mkdir(itemsDir);
  if (!file.originalKey && file.parentId === null) {
    return { state: "failed", message: `${file.originalName} has been deleted. Upload it again.` };
  }
  try {
    await fetchOriginal(services, file, { path, folder, signal });
    const limits = await roomFor(db, ref);
    const password = file.password ? openText(key, file.id, file.password) : undefined;
    const facts = {
      container: file,
      emailText: await emailTextFor(db, ref),
      plan: await planOf(db, ref.practiceId),
      sealPassword: (itemId: string) => (password === undefined ? null : sealText(key, itemId, password)),
    };
    const input = { path, name: file.originalName, ...defined({ password }) };
    const options = { practiceId: ref.practiceId, limits, signal };
    for await (const item of engine.unpack(input, itemsDir, options)) {
      items.push(await keepItem(storage, { ...facts, index: items.length }, item, signal));
    }
  } catch (error) {
    signal.throwIfAborted();
    return refusedAs(file, error);
  }
  return items.length > 0 ? null : refusedAs(file, new ConvertError("empty", "holds no files."));
}

/** Returns what becomes of the text of emails of the job's customer; null as usual. */
async function emailTextFor(db: Db, { practiceId, jobId }: JobRef) {
  const [customer] = await db
    .select({ emailText: customers.emailText })
    .from(jobs)
    .innerJoin(customers, equals(customers, { practiceId: jobs.practiceId, id: jobs.customerId }))
    .where(equals(jobs, { practiceId, id: jobId }));
  return customer?.emailText ?? null;
}

/** @throws the error itself when the container is not at fault */
function refusedAs(file: Pick<FileRow, "originalName" | "path">, error: unknown): FileEnd {
  if (!(error instanceof ConvertError)) throw error;
  const { reason, detail = refusals[reason] } = error;
  return { state: "refused", reason, message: `${shownNameOf(file)} ${detail}`, convertedMs: 0 };
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
  if (depth > containerLimits.depth) throw nestedTooDeep();
  const unpacked = files.filter((file) => file.parentId !== null);
  const bytes = containerLimits.unpackedBytes - unpacked.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { items: containerLimits.items - unpacked.length, bytes };
}

/**
 * @param outcome null when all items were read
 * @returns the blob keys of originals that are no longer needed; null when the job has not taken the items
 */
async function finish(
  { db, queue }: Needs,
  ref: FileRef,
  file: Pick<FileRow, "originalName" | "path"> & { attempt?: number },
  outcome: FileEnd | null,
  items: ItemRow[] = [],
): Promise<string[] | null> {
  const { practiceId, jobId } = ref;
  return db.transaction(async (tx) => {
    const job = await lockJob(tx, ref);
    const [container] = await tx.select().from(jobFiles).where(itself(ref));
    if (!job || !container || !isHeld(container, file.attempt)) return null;
    const fault = outcome ?? (await faultIn(tx, ref, file, items));
    // Items of an earlier run, after which the user chose to try once more.
    const spare = fault ? [] : await removeItems(tx, job, container);
    const { end, kept } = fault ? { end: fault, kept: [] } : await reserveItems(tx, job, container, items);
    const next = await endFile(tx, ref, file.attempt, end, kept);
    const waiting = kept.filter(({ state }) => state === "waiting");
    const added = waiting.map(({ id }) => ({ practiceId, jobId, fileId: id }));
    await queue.addAll(tx, convertFile, added, { group: practiceId });
    if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
    if (fault) return null;
    const isInContainer = end.state === "unpacked" && container.itemIndex !== null;
    return isInContainer && container.originalKey ? [...spare, container.originalKey] : spare;
  });
}

/** Returns whether the file still belongs to the run of this attempt; to any run when the attempt is undefined. */
const isHeld = ({ state, attempt }: FileRow, ofRun: number | undefined): boolean =>
  ofRun === undefined ? state === "waiting" || state === "converting" : state === "converting" && attempt === ofRun;

/** Checks the job's limits again, because another of its containers may have been unpacked meanwhile. */
async function faultIn(
  tx: Tx,
  ref: FileRef,
  file: Pick<FileRow, "originalName" | "path">,
  items: ItemRow[],
): Promise<FileEnd | null> {
  const room = await roomFor(tx, ref);
  const bytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (items.length > room.items) return refusedAs(file, noRoomForItems());
  return bytes > room.bytes ? refusedAs(file, noRoomForBytes()) : null;
}
