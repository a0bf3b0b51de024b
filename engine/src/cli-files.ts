import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { defined } from "@sheaf/contracts/defined.ts";
import { formatOf } from "@sheaf/contracts/formats.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusal-words.ts";
import type { Converted } from "./cli-converted.ts";
import type { Progress } from "./cli-progress.ts";
import { ConvertError } from "./converter.ts";
import type { Engine, FileResult } from "./engine-api.ts";
import { nameOf, nestedTooDeep, type UnpackedItem } from "./unpack/item.ts";

/** All files of one call count as files of one practice, so they may share a sandboxed process. */
export const practiceId = "command line";

/** A file to convert. */
interface Source extends Pick<Converted, "file" | "name" | "title"> {
  path: string;
  sizeBytes: number;
  /** The file's own, or that of a container that it is in. */
  password: string | undefined;
  /** Number of containers that it is in. */
  depth: number;
  asDocument: boolean;
}

interface StoredItem {
  unpacked: UnpackedItem;
  path: string;
  sizeBytes: number;
}

export interface ConvertOptions {
  engine: Engine;
  /** By file as typed. */
  passwords: Map<string, string>;
  /** A folder for pages and unpacked items, which the caller removes. */
  runDir: string;
  progress: Progress;
}

/**
 * Converts files in parallel, and the items of containers. All containers together keep to the limits of one job.
 * @returns a promise for each file, in their order: the file itself, then the items in it
 */
async function convertFiles(files: string[], options: ConvertOptions): Promise<Promise<Converted[]>[]> {
  const { engine, passwords, runDir, progress } = options;
  const room: { items: number; bytes: number } = { items: containerLimits.items, bytes: containerLimits.unpackedBytes };
  let unpacking: Promise<unknown> = Promise.resolve();
  let count = 0;
  const newPath = (kind: string) => join(runDir, `${kind}-${++count}`);

  async function convert(source: Source): Promise<Converted[]> {
    const { file, name, title } = source;
    const pagesPath = newPath("pages");
    progress.began(file);
    const result = await convertAlone(source, pagesPath);
    const found = result.outcome === "container" ? await convertItems(source) : { items: [] };
    progress.ended(file);
    return [{ file, name, title, pagesPath, result: found.refusal ?? result }, ...found.items];
  }

  async function convertAlone({ path, name, password, depth, asDocument }: Source, to: string): Promise<FileResult> {
    const how = { practiceId, asDocument };
    if (depth === 0) return engine.convertFile({ path, name, ...defined({ password }) }, to, how);
    const result = await engine.convertFile({ path, name }, to, how);
    // An item has no name on the command line, so the password of its container is tried.
    const isLocked = result.outcome === "rejected" && result.reason === "password";
    return isLocked && password !== undefined ? engine.convertFile({ path, name, password }, to, how) : result;
  }

  /** @returns the items, and what is wrong with the container itself */
  async function convertItems(container: Source): Promise<{ items: Converted[]; refusal?: FileResult }> {
    const { name, depth } = container;
    let stored: StoredItem[];
    try {
      if (depth >= containerLimits.depth) throw nestedTooDeep();
      const unpacked = unpacking.then(() => unpack(container)); // one after the other, because they share the limits
      unpacking = unpacked.catch(() => {});
      stored = await unpacked;
    } catch (error) {
      return { items: [], refusal: refusalFor(name, error) };
    }
    progress.add(stored.filter(({ unpacked: { outcome } }) => outcome === "unpacked").length);
    const began = startLongestFirst(
      stored,
      ({ unpacked }) => nameOf(unpacked.item),
      (one) => convertItem(container, one),
    );
    const items = (await Promise.all(began)).flat();
    const hasDocuments = stored.some(({ unpacked: { outcome } }) => outcome !== "set-aside");
    if (hasDocuments) return { items };
    return { items, refusal: refusalFor(name, new ConvertError("empty", "holds no documents.")) };
  }

  async function unpack({ path, name, password }: Source): Promise<StoredItem[]> {
    const folder = newPath("unpack");
    await mkdir(folder);
    const stored: StoredItem[] = [];
    const unpackedItems = engine.unpack({ path, name, ...defined({ password }) }, folder, {
      practiceId,
      limits: { ...room },
    });
    for await (const unpacked of unpackedItems) {
      const itemPath = newPath("item");
      if (unpacked.outcome === "unpacked") await pipeline(unpacked.body, createWriteStream(itemPath));
      if (unpacked.outcome === "set-aside") unpacked.body?.destroy();
      const sizeBytes = unpacked.outcome === "unpacked" ? (await stat(itemPath)).size : 0;
      stored.push({ unpacked, path: itemPath, sizeBytes });
    }
    room.items -= stored.length;
    room.bytes -= stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return stored;
  }

  async function convertItem(container: Source, { unpacked, path, sizeBytes }: StoredItem): Promise<Converted[]> {
    const { item } = unpacked;
    const name = nameOf(item);
    const names = { file: `${container.file} › ${item.path}`, name, title: `${container.title} › ${item.path}` };
    if (unpacked.outcome === "unpacked") {
      const { password, depth } = container;
      return convert({ ...names, path, sizeBytes, password, depth: depth + 1, asDocument: item.isOwnContent });
    }
    const { outcome, text } = unpacked;
    const result =
      outcome === "rejected" ? { outcome, reason: unpacked.reason, text, ms: 0 } : { outcome, text, ms: 0 };
    return [{ ...names, pagesPath: path, result }];
  }

  const sources = await Promise.all(
    files.map(async (file): Promise<Source> => {
      const [name, { size: sizeBytes }] = [basename(file), await stat(file)];
      const password = passwords.get(file);
      return { file, name, title: name, path: file, sizeBytes, password, depth: 0, asDocument: false };
    }),
  );
  return startLongestFirst(sources, ({ name }) => name, convert);
}

/**
 * Converts files, and calls back for each and for the items of containers, in the order in which they were typed.
 * @param report is called as soon as all earlier files are done
 */
export async function convertInOrder(
  files: string[],
  options: ConvertOptions,
  report: (one: Converted) => void,
): Promise<Converted[]> {
  const running = await convertFiles(files, options);
  // Each promise is awaited in order below. One that is rejected earlier must not end the process as an unhandled
  // rejection, which would leave its documents behind.
  for (const one of running) one.catch(() => {});
  const converted: Converted[] = [];
  for (const one of running) {
    const found = await one;
    options.progress.clear();
    found.forEach(report);
    converted.push(...found);
  }
  return converted;
}

/** @throws the error itself when it is about the disk and not about the container */
function refusalFor(name: string, error: unknown): FileResult {
  if (error instanceof ConvertError) {
    const { reason, detail = refusals[reason] } = error;
    return { outcome: "rejected", reason, text: `${name} ${detail}`, ms: 0 };
  }
  if (!(error instanceof Error) || "code" in error) throw error;
  return { outcome: "failed", text: error.message, ms: 0 };
}

/**
 * Starts work on the largest files first, so that no long one is left to one core at the end.
 * @returns the started work, in the order given
 */
function startLongestFirst<File extends { sizeBytes: number }, Result>(
  files: File[],
  nameOf: (file: File) => string,
  start: (file: File) => Promise<Result>,
): Promise<Result>[] {
  const cost = (file: File) => (formatOf(nameOf(file))?.officeWork ?? 1) * file.sizeBytes;
  const started = new Map<File, Promise<Result>>();
  for (const file of files.toSorted((one, other) => cost(other) - cost(one))) started.set(file, start(file));
  return files.flatMap((file) => started.get(file) ?? []);
}
