import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { childrenOf, processTree } from "@sheaf/engine/sandbox/process-tree.ts";
import { scratchOf } from "../../src/platform/process/scratch.ts";

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Returns the processes that a process has started and that still run. */
export const childProcesses = (pid: number): Process[] => childrenOf(pid).flatMap((child) => readProcess(child) ?? []);

/** Returns a process; undefined when it has ended. */
export function readProcess(pid: number): Process | undefined {
  try {
    // The name may contain spaces and parentheses: the fields begin after the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
  } catch {
    return undefined;
  }
}

/** A sandboxed child of a worker. */
export interface ConverterChild {
  /** Name of its folder, which is unique to it. */
  sandbox: string;
  /** The innermost process, which has the file open. */
  pid: number;
  /** Name of the file that it works on; undefined while it waits. */
  file: string | undefined;
}

/** Returns the converter children of the worker, whose scratch folder is below the data folder. */
export function converterChildren(dataDir: string, workerPid: number): ConverterChild[] {
  const all = processTree(workerPid).flatMap((pid) => readProcess(pid) ?? []);
  const scratch = scratchOf(dataDir, workerPid);
  return all.flatMap(({ pid, command }) => {
    // bubblewrap starts a copy of itself, which starts the program. The command lines of both contain the folder; the
    // program is their descendant.
    const sandbox = /(sandbox-[\w-]+)\/in /.exec(command)?.[1];
    const program = all.find((each) => each.parent === pid && !/^bwrap /.test(each.command));
    if (!command.startsWith("bwrap ") || !command.includes(scratch) || !sandbox || !program) return [];
    return [{ sandbox, pid: program.pid, file: fileIn(join(scratch, sandbox, "in")) }];
  });
}

function fileIn(folder: string): string | undefined {
  try {
    return readdirSync(folder)[0];
  } catch {
    return undefined;
  }
}
