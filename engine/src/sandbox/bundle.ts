import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { bundleDir, bundled } from "./bundle-folder.ts";
import { nodeOptions } from "./node-options.ts";
import { projectDir } from "./project-dir.ts";

/** So many of earlier sources are kept, for engines that were started with them. */
const keptBundles = 3;
const sandboxDir = import.meta.dirname;
const fromSource = relative(projectDir, join(sandboxDir, "sandbox-program-from-source.ts"));

/**
 * The program of a sandboxed process, below the project's folder. It and all that it loads lie together in a few files
 * of plain JavaScript: from three hundred modules of TypeScript and packages a sandboxed process takes a tenth of a
 * second more to start. Made when the sources have changed since it was made last; where it cannot be, the sources
 * themselves are the program.
 */
export async function sandboxProgram(): Promise<string> {
  const dir = bundleDir();
  const program = join(dir, "sandbox-program.mjs");
  if (bundled("sandbox-program.mjs")) return program;
  try {
    await bundleInto(join(projectDir, dir));
    return program;
  } catch {
    return fromSource; // no bundler here, or nowhere to write: slower, nothing else
  }
}

/**
 * The same program, or the sources when somebody has removed the bundle since, as a new installation of packages does.
 */
export function stillThere(program: string): string {
  return existsSync(join(projectDir, program)) ? program : fromSource;
}

/**
 * In a process of its own: the bundler takes 350 MB, and a worker that has bundled would keep them as long as it runs.
 */
async function bundleInto(dir: string): Promise<void> {
  const partDir = `${dir}.${process.pid}`;
  try {
    await promisify(execFile)(process.execPath, [...nodeOptions, join(sandboxDir, "make-bundle.ts"), partDir, dir]);
    // A sandboxed process's user is another than the one who writes this.
    for (const name of readdirSync(partDir)) chmodSync(join(partDir, name), 0o644);
    for (const path of [dirname(partDir), partDir]) chmodSync(path, 0o755);
    renameSync(partDir, dir);
  } catch (error) {
    rmSync(partDir, { recursive: true, force: true });
    if (!existsSync(dir)) throw error; // else somebody was quicker
  }
  removeOldest(dirname(dir));
}

function removeOldest(dir: string): void {
  const madeAt = (name: string) => statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const whole = readdirSync(dir).filter((name) => !name.includes(".")); // others may be at work
  const names = whole.toSorted((one, other) => madeAt(other) - madeAt(one));
  for (const name of names.slice(keptBundles)) rmSync(join(dir, name), { recursive: true, force: true });
}
