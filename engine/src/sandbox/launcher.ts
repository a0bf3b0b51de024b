import type { ChildProcess } from "node:child_process";
import type { SandboxStorage } from "./watchdog.ts";

/**
 * The folders of one sandboxed process on the host. The sandboxed process cannot rename them, so the host's paths to
 * them stay valid.
 */
export interface SandboxFolders {
  /** The file to convert, or the PDFs to work on; read-only. */
  inDir: string;
  /** Working folder for one file; the sandboxed process empties it. */
  workDir: string;
  /** Folder for results, under the name given in the request; the host empties it. */
  outDir: string;
  /** Folder for LibreOffice's profile and temporary files, for a sandbox that does not keep them in memory. */
  homeDir: string;
}

/** The protections of a sandbox. Tests omit one to verify that it matters. */
export type Protection = "files" | "network" | "calls" | "environment" | "storage";

export interface LaunchPlan {
  /** The program of the sandboxed process, relative to the project's folder. */
  program: string;
  folders: SandboxFolders;
  /** Returns the start argument of the program, given the folders as seen from inside. */
  start(inside: SandboxFolders): object;
  timeZone: string;
  /** Maximum size of the sandboxed process's files, when they are in memory. */
  storageBytes: number;
  /**
   * Files in `outDir` that exist from the start and are the only ones that the sandboxed process can write to; empty
   * when it creates its own.
   */
  results: string[];
  /** Lets the sandboxed process write to the compile cache. Only for a process that never gets a document. */
  fillsCompileCache?: boolean;
}

/** Starts sandboxed processes with bubblewrap, with Landlock, or without a sandbox. */
export interface Launcher {
  kind: "bubblewrap" | "landlock" | "off";
  /** One sentence for each protection that is weaker than it could be. */
  notes: string[];
  /** Whether a sandboxed process works in memory, with result files that exist from the start. */
  worksInMemory: boolean;
  /** @param pid process id of the launched process */
  storage(pid: number, folders: SandboxFolders): Omit<SandboxStorage, "addedBytes">;
  /**
   * Starts the program with standard input, output and error as pipes. Killing the returned process with SIGKILL ends
   * all processes in the sandbox.
   */
  launch(plan: LaunchPlan): ChildProcess;
}
