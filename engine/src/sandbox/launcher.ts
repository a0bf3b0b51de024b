import type { ChildProcess } from "node:child_process";
import type { SandboxStorage } from "./watchdog.ts";

/**
 * The host's own folders of one sandboxed process. The sandboxed process cannot rename them, so that paths below them
 * mean what the host thinks.
 */
export interface SandboxFolders {
  /** The file to convert, or the PDFs to work on; read-only. */
  inDir: string;
  /** Room for the work on one file; the sandboxed process empties it. */
  workDir: string;
  /** Where results go, under the name that the request gives; the host empties it. */
  outDir: string;
  /** For LibreOffice's profile and temporary files, where a sandbox has no memory of its own for them. */
  homeDir: string;
}

/** What a sandbox is made of. Tests leave one out to see that it is missed. */
export type Protection = "files" | "network" | "calls" | "environment" | "storage";

export interface LaunchPlan {
  /** What runs in the sandboxed process, below the project's folder. */
  program: string;
  folders: SandboxFolders;
  /** Tells the sandboxed process's program what it needs to know, given the folders as seen from inside. */
  start(inside: SandboxFolders): object;
  timeZone: string;
  /** What the sandboxed process may keep in files, where those lie in memory. */
  storageBytes: number;
  /** Files in `outDir`, the only ones there that the sandboxed process can write to; empty where it makes its own. */
  results: string[];
  /** Lets the sandboxed process fill the cache of compiled code. Only for one that never sees a document. */
  fillsCompileCache?: boolean;
}

/** One way to start a sandboxed process: bubblewrap, Landlock, or nothing at all. */
export interface Launcher {
  kind: "bubblewrap" | "landlock" | "off";
  /** What is weaker than it could be, one plain sentence each. */
  notes: string[];
  /**
   * Whether a sandboxed process's work lies in memory of its own, and its results are files that are there from the
   * beginning.
   */
  worksInMemory: boolean;
  /** @param pid of the launched process */
  storage(pid: number, folders: SandboxFolders): Omit<SandboxStorage, "addedBytes">;
  /**
   * Starts the sandboxed process's program with standard input, output and error as pipes.
   * Killing the child with SIGKILL ends every process of the sandboxed process.
   */
  launch(plan: LaunchPlan): ChildProcess;
}
