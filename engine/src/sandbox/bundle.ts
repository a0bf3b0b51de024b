import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { bundleDir, bundled } from "./bundle-folder.ts";
import { nodeOptions } from "./node-options.ts";
import { projectDir } from "./project-dir.ts";

/** Number of bundles that are kept. Engines that are still running may use bundles of earlier sources. */
const keptBundles = 3;
const sandboxDir = import.meta.dirname;
const fromSource = relative(projectDir, join(sandboxDir, "sandbox-program-from-source.ts"));

/**
 * Returns the program of a sandboxed process, relative to the project's folder. It is bundled with all its imports into
 * a few files of JavaScript, because starting from 300 modules of TypeScript and packages takes a tenth of a second
 * longer. The bundle is made when the sources have changed; when it cannot be made, the sources are run directly.
 */
export async function sandboxProgram(): Promise<string> {
  const dir = bundleDir();
  const program = join(dir, "sandbox-program.mjs");
  if (bundled("sandbox-program.mjs")) return program;
  try {
    await bundleInto(join(projectDir, dir));
    return program;
  } catch {
    // no bundler is installed or the folder is not writable: starting takes longer, nothing else changes
    return fromSource;
  }
}

/**
 * Returns the given program, or the sources when the bundle has been deleted since, for example by a new installation
 * of packages.
 */
export function programOrSource(program: string): string {
  return existsSync(join(projectDir, program)) ? program : fromSource;
}

/**
 * Runs the bundler in a separate process: it uses 350 MB, which a worker would otherwise keep allocated as long as it
 * runs.
 */
async function bundleInto(dir: string): Promise<void> {
  const partDir = `${dir}.${process.pid}`;
  try {
    await promisify(execFile)(process.execPath, [...nodeOptions, join(sandboxDir, "make-bundle.ts"), partDir, dir]);
    // A sandboxed process may run as another user than this process.
    for (const name of readdirSync(partDir)) chmodSync(join(partDir, name), 0o644);
    for (const path of [dirname(partDir), partDir]) chmodSync(path, 0o755);
    renameSync(partDir, dir);
  } catch (error) {
    rmSync(partDir, { recursive: true, force: true });
    if (!existsSync(dir)) throw error; // otherwise another process has made the same bundle meanwhile
  }
  removeOldest(dirname(dir));
}

function removeOldest(dir: string): void {
  const madeAt = (name: string) => statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // folders with a dot are bundles that another process is writing
  const whole = readdirSync(dir).filter((name) => !name.includes("."));
  const names = whole.toSorted((one, other) => madeAt(other) - madeAt(one));
  for (const name of names.slice(keptBundles)) rmSync(join(dir, name), { recursive: true, force: true });
}
