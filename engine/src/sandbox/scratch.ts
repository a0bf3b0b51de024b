import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";

/** A name for a sandboxed process's folder: it tells whose it was when nobody is left to remove it. */
export const sandboxName = (): string => `sandbox-${process.pid}-${randomBytes(6).toString("hex")}`;

/** The process id in such a name; undefined for other names. */
export function ownerOf(name: string): number | undefined {
  const pid = /^(?:sandbox|cell)-(\d+)-/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/**
 * Removes the folders of sandboxed processes whose engine is gone, ends what still works in them, and makes sure of the
 * folder itself.
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
 * Removes a folder, and in it those that a document's program let nobody read, which only root may remove as they are.
 * What cannot be removed even so is left: nobody's work fails for it.
 */
export async function removeFolder(dir: string): Promise<void> {
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 });
  await remove()
    .catch(async () => {
      await openUp(dir);
      await remove();
    })
    .catch(() => {});
}

/** Makes folders readable, those in them too. Follows no link. */
async function openUp(dir: string): Promise<void> {
  try {
    if (!(await lstat(dir)).isDirectory()) return;
    await chmod(dir, 0o700);
    for (const name of await readdir(dir)) await openUp(join(dir, name));
  } catch {
    // somebody else's: the rest can still be removed
  }
}

/**
 * Sandboxed processes die with their engine; without namespaces of its own a process in one may have got around that.
 */
async function endWorkIn(dirs: string[]): Promise<void> {
  for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    if (dirs.some((dir) => folder.startsWith(`${dir}/`))) process.kill(Number(pid), "SIGKILL");
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
