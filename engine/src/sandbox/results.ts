import { truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultName } from "./protocol.ts";

/** Where a cell leaves its results, one at a time. */
export interface Results {
  /** Names of the files that are there from the beginning; the cell can write to these and make no others. None where it makes its own. */
  bound: string[];
  /** What the next result is called in the cell's folder for results. */
  name(): string;
  /** Whether the file itself may be taken: another one is there for the result after it. */
  canBeTaken(): boolean;
  /** The file itself has been taken, under another name. */
  taken(): void;
  /** The content has been copied. */
  copied(): void;
  /** Whether what else is in the folder is as it was in the beginning. */
  isClean(entries: { name: string; size: number }[]): boolean;
}

/** The cell makes a file for each result. */
export function ownResults(outDir: string): Results {
  const remove = () => unlinkSync(join(outDir, resultName));
  return {
    bound: [],
    name: () => resultName,
    canBeTaken: () => true,
    taken: remove,
    copied: remove,
    isClean: (entries) => entries.length === 0,
  };
}

/** Makes files for the results of a cell. It never gets more: each that is taken leaves one less. */
export function boundResults(outDir: string, count: number): Results {
  const bound = Array.from({ length: count }, (_, index) => `${index + 1}-${resultName}`);
  for (const name of bound) writeFileSync(join(outDir, name), "");
  let index = 0;
  const name = () => bound[index] ?? "";
  return {
    bound,
    name,
    canBeTaken: () => index < bound.length - 1,
    taken() {
      unlinkSync(join(outDir, name()));
      index += 1;
    },
    copied: () => truncateSync(join(outDir, name())),
    isClean: (entries) => entries.length === bound.length - index && entries.every(({ size }) => size === 0),
  };
}
