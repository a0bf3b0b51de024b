import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CellUsers } from "./cell-user.ts";
import { seccompFilter, thisProcessor } from "./seccomp.ts";
import type { CellRooms } from "./watchdog.ts";
import { writeWhole } from "./write-whole.ts";

/** The host's own folders of one cell. The cell cannot rename them, so that paths below them mean what the host thinks. */
export interface CellFolders {
  /** The file to convert, or the PDFs to work on; read-only. */
  inDir: string;
  /** Room for the work on one file; the cell empties it. */
  workDir: string;
  /** Where results go, under the name that the request gives; the host empties it. */
  outDir: string;
  /** For LibreOffice's profile and temporary files, where a sandbox has no memory of its own for them. */
  homeDir: string;
}

/** What a sandbox is made of. Tests leave one out to see that it is missed. */
export type Protection = "files" | "network" | "calls" | "environment" | "rooms";

export interface LaunchPlan {
  /** What runs in the cell, below the project's folder. */
  program: string;
  folders: CellFolders;
  /** Tells the cell's program what it needs to know, given the folders as seen from inside. */
  start(inside: CellFolders): object;
  timeZone: string;
  /** What the cell may keep in files, where those lie in memory. */
  roomBytes: number;
  /** Files in `outDir`, the only ones there that the cell can write to; empty where it makes its own. */
  results: string[];
  /** Lets the cell fill the cache of compiled code. Only for one that never sees a document. */
  fillsCompileCache?: boolean;
}

/** One way to start a cell: bubblewrap, Landlock, or nothing at all. */
export interface Launcher {
  kind: "bubblewrap" | "landlock" | "off";
  /** What is weaker than it could be, one plain sentence each. */
  notes: string[];
  /** Whether a cell's work lies in memory of its own, and its results are files that are there from the beginning. */
  worksInMemory: boolean;
  /** @param pid of the launched process */
  rooms(pid: number, folders: CellFolders): Omit<CellRooms, "addedBytes">;
  /**
   * Starts the cell's program with standard input, output and error as pipes.
   * Killing the child with SIGKILL ends every process of the cell.
   */
  launch(plan: LaunchPlan): ChildProcess;
}

export interface SandboxOptions {
  /** Folder that holds the filter and compiled code between runs; created when missing. */
  cacheDir: string;
  /** LibreOffice's `program` folder. */
  officeProgramDir: string | null;
  users: CellUsers;
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
  chmodSync(compileCacheDir, 0o755); // a cell's user reads there, whatever the umask says
  const filterPath = join(cacheDir, `${kind}-${thisProcessor()}.bpf`);
  writeWhole(filterPath, seccompFilter(thisProcessor(), options));
  return { compileCacheDir, filterPath };
}

/** The rooms of a cell that works in its folders on a disk. */
export const roomsOnDisk = ({ workDir, outDir, homeDir }: CellFolders, canDelete: boolean) => ({
  onDisk: [workDir, outDir, homeDir],
  canDelete,
  inMemory: () => [],
  workDir: () => workDir,
});

/** What every program of a cell finds in its environment. */
export const cellEnvironment = (homeDir: string, timeZone: string) => ({
  PATH: "/usr/bin",
  HOME: homeDir,
  TMPDIR: homeDir,
  LANG: "C.UTF-8",
  TZ: timeZone,
  SAL_USE_VCLPLUGIN: "svp",
});
