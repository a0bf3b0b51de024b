import type { ChildProcess } from "node:child_process";

/** The host's own folders of one cell. The cell cannot rename them, so that paths below them mean what the host thinks. */
export interface CellFolders {
  inDir: string;
  workDir: string;
  outDir: string;
}

export interface LaunchPlan {
  folders: CellFolders;
  /** Tells the cell's program what it needs to know, given the folders as seen from inside. */
  start(inside: CellFolders & { homeDir: string; compileCacheDir: string | null }): object;
  timeZone: string;
  /** Lets the cell fill the cache of compiled code. Only for one that never sees a document. */
  fillsCompileCache?: boolean;
}

/** One way to start a cell: bubblewrap, or nothing at all. Another (Landlock) is another file with this shape. */
export interface Launcher {
  kind: "bubblewrap" | "off";
  /**
   * Starts the cell's program with standard input, output and error as pipes.
   * Killing the child with SIGKILL ends every process of the cell.
   */
  launch(plan: LaunchPlan): ChildProcess;
}
