import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./project-dir.ts";

const sourceDirs = ["engine/src", "contracts/src"].map((dir) => join(projectDir, dir));
const installedPackages = join(projectDir, "node_modules", ".package-lock.json");

let stamp: string | undefined;

/**
 * Another one whenever a source of the engine or the set of packages had changed when this process first asked: what
 * was made of them before is of no use then.
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

/** Three times as fast as `readdirSync` with all folders below, and this runs at every start. */
function sourcesIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sourcesIn(`${dir}/${entry.name}`);
    return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") ? [`${dir}/${entry.name}`] : [];
  });
}
