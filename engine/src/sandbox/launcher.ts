import type { ChildProcess } from "node:child_process";
import type { CellRooms } from "./watchdog.ts";

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
