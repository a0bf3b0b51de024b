import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Protection, SandboxFolders } from "./launcher.ts";
import type { SandboxUsers } from "./sandbox-user.ts";
import { seccompFilter, thisProcessor } from "./seccomp.ts";
import { writeAtomically } from "./write-atomically.ts";

export interface SandboxOptions {
  /** Folder that keeps the filter and compiled code between runs; created when missing. */
  cacheDir: string;
  /** LibreOffice's `program` folder. */
  officeProgramDir: string | null;
  users: SandboxUsers;
  /** Protections to omit. Set only by tests that prove that each protection matters. */
  without?: readonly Protection[];
}

/**
 * Creates a sandbox's files in the cache folder: a folder for compiled code, and the system call filter.
 * @param kind part of the filter's file name
 * @throws Error when no filter is known for the processor
 */
export function makeCache(cacheDir: string, kind: string, options?: { sharesMachine: boolean }) {
  const compileCacheDir = join(cacheDir, "compiled");
  mkdirSync(compileCacheDir, { recursive: true });
  // the user of a sandboxed process must be able to read there, whatever the umask is
  chmodSync(compileCacheDir, 0o755);
  const filterPath = join(cacheDir, `${kind}-${thisProcessor()}.bpf`);
  writeAtomically(filterPath, seccompFilter(thisProcessor(), options));
  return { compileCacheDir, filterPath };
}

/** The storage of a sandboxed process that works in folders on disk. */
export const storageOnDisk = ({ workDir, outDir, homeDir }: SandboxFolders, canDelete: boolean) => ({
  onDisk: [workDir, outDir, homeDir],
  canDelete,
  inMemory: () => [],
  workDir: () => workDir,
});

/** The environment variables of every program in a sandboxed process. */
export const sandboxEnvironment = (homeDir: string, timeZone: string) => ({
  PATH: "/usr/bin",
  HOME: homeDir,
  TMPDIR: homeDir,
  LANG: "C.UTF-8",
  TZ: timeZone,
  SAL_USE_VCLPLUGIN: "svp",
});
