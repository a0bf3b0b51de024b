import { statSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultName } from "./protocol.ts";

/** Where a sandboxed process leaves its results, one at a time. */
export interface Results {
  /**
   * Names of the files that are there from the beginning; the sandboxed process can write to these and make no others.
   * None where it makes its own.
   */
  premade: string[];
  /** What the next result is called in the sandboxed process's folder for results. */
  name(): string;
  /** Whether the file itself may be taken: another one is there for the result after it. */
  canBeMoved(): boolean;
  /**
   * The file itself has been movedBefore. The sandboxed process may still hold it open, and write to it.
   * @param path its name from now on
   */
  moved(path: string): void;
  /** What the sandboxed process has added to files since they were taken, in bytes on the disk. */
  addedBytes(): number;
  /** The content has been copied. */
  copied(): void;
  /** Whether what else is in the folder is as it was in the beginning. */
  isClean(entries: { name: string; size: number }[]): boolean;
}

/** The sandboxed process makes a file for each result. */
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

/** Makes files for the results of a sandboxed process. It never gets more: each that is taken leaves one less. */
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
      // Its name stays until the sandboxed process ends: to remove it would take down a mount of the sandboxed process,
      // a millisecond each.
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

/** 0 when it is gone. */
const bytesOf = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
