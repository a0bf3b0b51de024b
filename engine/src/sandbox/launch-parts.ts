import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Protection, SandboxFolders } from "./launcher.ts";
import type { SandboxUsers } from "./sandbox-user.ts";
import { seccompFilter, thisProcessor } from "./seccomp.ts";
import { writeWhole } from "./write-whole.ts";

export interface SandboxOptions {
  /** Folder that holds the filter and compiled code between runs; created when missing. */
  cacheDir: string;
  /** LibreOffice's `program` folder. */
  officeProgramDir: string | null;
  users: SandboxUsers;
  /** Leaves protections out, to prove that tests notice. Never set elsewhere. */
  without?: readonly Protection[];
}

/**
 * What a sandbox needs in the cache folder: a folder for compiled code, and the system call filter.
 * @param kind of the filter, for its name
 * @throws Error where no filter is known for the processor
 */
export function makeCache(cacheDir: string, kind: string, options?: { sharesMachine: boolean }) {
  const compileCacheDir = join(cacheDir, "compiled");
  mkdirSync(compileCacheDir, { recursive: true });
  chmodSync(compileCacheDir, 0o755); // a sandboxed process's user reads there, whatever the umask says
  const filterPath = join(cacheDir, `${kind}-${thisProcessor()}.bpf`);
  writeWhole(filterPath, seccompFilter(thisProcessor(), options));
  return { compileCacheDir, filterPath };
}

/** The rooms of a sandboxed process that works in its folders on a disk. */
export const storageOnDisk = ({ workDir, outDir, homeDir }: SandboxFolders, canDelete: boolean) => ({
  onDisk: [workDir, outDir, homeDir],
  canDelete,
  inMemory: () => [],
  workDir: () => workDir,
});

/** What every program of a sandboxed process finds in its environment. */
export const sandboxEnvironment = (homeDir: string, timeZone: string) => ({
  PATH: "/usr/bin",
  HOME: homeDir,
  TMPDIR: homeDir,
  LANG: "C.UTF-8",
  TZ: timeZone,
  SAL_USE_VCLPLUGIN: "svp",
});
