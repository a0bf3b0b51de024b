import { statSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultName } from "./protocol.ts";

/** The result files of a sandboxed process, one for each request. */
export interface Results {
  /**
   * Names of the files that exist from the start, when the sandboxed process can write only to these; empty when it
   * creates its own.
   */
  premade: string[];
  /** Returns the name of the next result file. */
  name(): string;
  /** Returns whether the file itself may be moved, because another one exists for the next result. */
  canBeMoved(): boolean;
  /**
   * Records that the file itself was moved. The sandboxed process may still have it open and write to it.
   * @param path the new path of the file
   */
  moved(path: string): void;
  /** Returns the bytes on disk that the sandboxed process has added to files after they were moved. */
  addedBytes(): number;
  /** Records that the content of the result was copied. */
  copied(): void;
  /** Returns whether the other files of the folder are unchanged since the start. */
  isClean(entries: { name: string; size: number }[]): boolean;
}

/** For sandboxed processes that create a file for each result. */
export function ownResults(outDir: string): Results {
  const remove = () => unlinkSync(join(outDir, resultName));
  const movedBefore = movedFiles();
  return {
    premade: [],
    name: () => resultName,
    canBeMoved: () => true,
    moved(path) {
      movedBefore.add(path, join(outDir, resultName));
      remove();
    },
    addedBytes: movedBefore.addedBytes,
    copied: remove,
    isClean: (entries) => entries.length === 0,
  };
}

/**
 * Creates the result files of a sandboxed process in advance. None are added later: each moved file leaves one fewer.
 */
export function premadeResults(outDir: string, count: number): Results {
  const premade = Array.from({ length: count }, (_, index) => `${index + 1}-${resultName}`);
  for (const name of premade) writeFileSync(join(outDir, name), "");
  let index = 0;
  const name = () => premade[index] ?? "";
  const movedBefore = movedFiles();
  return {
    premade,
    name,
    canBeMoved: () => index < premade.length - 1,
    moved(path) {
      // The name is kept until the sandboxed process ends: removing it would also remove a mount, which takes a
      // millisecond each.
      movedBefore.add(path, join(outDir, name()));
      index += 1;
    },
    addedBytes: movedBefore.addedBytes,
    copied: () => truncateSync(join(outDir, name())),
    isClean: (entries) =>
      entries.length === premade.length &&
      entries.every(({ name, size }) => size === 0 || premade.indexOf(name) < index),
  };
}

function movedFiles(): { add(path: string, now: string): void; addedBytes(): number } {
  const sizes = new Map<string, number>();
  return {
    add: (path, now) => void sizes.set(path, bytesOf(now)),
    addedBytes: () => [...sizes].reduce((sum, [path, before]) => sum + Math.max(0, bytesOf(path) - before), 0),
  };
}

/** Returns the bytes that a file takes on disk; 0 when it does not exist. */
const bytesOf = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
