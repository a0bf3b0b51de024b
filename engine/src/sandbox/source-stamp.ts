import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./project-dir.ts";

const sourceDirs = ["engine/src", "contracts/src"].map((dir) => join(projectDir, dir));
const installedPackages = join(projectDir, "node_modules", ".package-lock.json");

let stamp: string | undefined;

/**
 * Returns a stamp that changes with the engine's sources and the installed packages; files made from other versions are
 * not valid. Computed once in each process.
 */
export function sourceStamp(): string {
  stamp ??= stampOf();
  return stamp;
}

function stampOf(): string {
  const hash = createHash("sha256");
  for (const path of [...sourceDirs.flatMap(sourcesIn), installedPackages]) {
    const found = statSync(path, { throwIfNoEntry: false });
    hash.update(`${path} ${found?.size} ${found?.mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Lists the sources below a folder. Three times as fast as a recursive `readdirSync`, and it runs at every start. */
function sourcesIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sourcesIn(`${dir}/${entry.name}`);
    return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") ? [`${dir}/${entry.name}`] : [];
  });
}
