import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { projectDir } from "./project-dir.ts";

const sourceDirs = ["engine/src", "contracts/src"].map((dir) => join(projectDir, dir));
const installedPackages = join(projectDir, "node_modules", ".package-lock.json");

let stamp: string | undefined;

/**
 * Returns a stamp that changes with the engine's sources and the installed packages; files made from other versions are
 * not valid. Computed once in each process. A checksum is enough: loading `node:crypto` would take as
 * long as reading the files' times.
 */
export function sourceStamp(): string {
  stamp ??= stampOf();
  return stamp;
}

function stampOf(): string {
  const lines = [...sourceDirs.flatMap(sourcesIn), installedPackages].map((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return `${path} ${found?.size} ${found?.mtimeMs}`;
  });
  return crc32(lines.join("\n")).toString(16).padStart(8, "0");
}

/** Lists the sources below a folder. Three times as fast as a recursive `readdirSync`, and it runs at every start. */
export function sourcesIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sourcesIn(`${dir}/${entry.name}`);
    return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") ? [`${dir}/${entry.name}`] : [];
  });
}
