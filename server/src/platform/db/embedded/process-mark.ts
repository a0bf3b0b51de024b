import { readFileSync } from "node:fs";
import { attempt } from "@sheaf/engine/attempt.ts";
import { isAlive } from "@sheaf/engine/sandbox/scratch.ts";

/**
 * Returns an identifier of a running process that a later process with the same number does not share: numbers are
 * reused soon after a reboot, and in a container almost immediately. Linux: number and start time in clock ticks
 * (proc(5), field 22); elsewhere only the number.
 * @returns null when no process has this number; a zombie (exited, not yet reaped by its parent) does not count
 */
export function processMark(pid: number): string | null {
  if (process.platform === "linux") {
    const stat = procStat(pid);
    return stat && stat.state !== "Z" && stat.state !== "X" ? `${pid}:${stat.startTicks}` : null;
  }
  return isAlive(pid) ? String(pid) : null;
}

/** @param mark an earlier result of `processMark` */
export function isStillRunning(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  return pid > 0 && processMark(pid) === mark;
}

/** Returns the command line of a process; null when it has exited or the system does not provide it. */
export const commandLine = (pid: number): string[] | null =>
  attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")) ?? null;

function procStat(pid: number): { state: string; startTicks: string } | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The second field is the program's name in parentheses, which can itself contain parentheses and blanks.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && { state: fields[0] ?? "X", startTicks: fields[19] ?? "" };
}
