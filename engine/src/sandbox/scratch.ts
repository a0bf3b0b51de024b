import { chmod, lstat, mkdir, readdir, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";

let names = 0;

/**
 * Returns a new name for a sandboxed process's folder. It contains the engine's process id, so that abandoned folders
 * can be recognised; the time distinguishes it from those of an earlier process with the same id.
 */
export const sandboxName = (): string => `sandbox-${process.pid}-${process.hrtime.bigint().toString(36)}-${names++}`;

/** Returns the engine's process id from a folder name; undefined for other names. */
export function ownerOf(name: string): number | undefined {
  const pid = /^(?:sandbox|cell)-(\d+)-/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/**
 * Creates the scratch folder when missing, removes the folders of sandboxed processes whose engine no longer runs, and
 * ends processes that still work in them.
 */
export async function emptyScratch(scratchDir: string): Promise<void> {
  await mkdir(scratchDir, { recursive: true });
  const abandoned = (await readdir(scratchDir)).filter((name) => {
    const owner = ownerOf(name);
    return owner !== undefined && !isAlive(owner);
  });
  const dirs = abandoned.map((name) => join(scratchDir, name));
  if (dirs.length > 0) await endWorkIn(await Promise.all(dirs.map((dir) => realpath(dir))));
  for (const dir of dirs) await removeFolder(dir);
}

/**
 * Removes a folder. Folders in it without read permission, which a document's program may have made, are made readable
 * first. Errors are ignored, since no work depends on the removal.
 */
export async function removeFolder(dir: string): Promise<void> {
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 });
  await remove()
    .catch(async () => {
      await makeReadable(dir);
      await remove();
    })
    .catch(() => {});
}

/** Makes a folder and all folders in it readable. Does not follow links. */
async function makeReadable(dir: string): Promise<void> {
  try {
    if (!(await lstat(dir)).isDirectory()) return;
    await chmod(dir, 0o700);
    for (const name of await readdir(dir)) await makeReadable(join(dir, name));
  } catch {
    // it belongs to another user; the rest can still be removed
  }
}

/**
 * Kills processes that still work in these folders. Sandboxed processes are killed when their engine exits, but without
 * its own namespaces a process may have evaded that.
 */
async function endWorkIn(dirs: string[]): Promise<void> {
  for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    if (dirs.some((dir) => folder.startsWith(`${dir}/`))) process.kill(Number(pid), "SIGKILL");
  }
}

/** Returns whether a process, including a zombie, has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
