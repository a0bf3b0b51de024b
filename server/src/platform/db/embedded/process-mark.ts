import { readFileSync } from "node:fs";

/**
 * A name for a running process that a later process with the same number does not share: numbers are soon used again
 * after a reboot, and in a container almost at once. Linux: number and start time in clock ticks (proc(5), field 22);
 * elsewhere the number alone.
 * @returns null when nothing runs under this number; a zombie (dead, not yet collected by its parent) does not count
 */
export function processMark(pid: number): string | null {
  if (process.platform === "linux") {
    const stat = procStat(pid);
    return stat && stat.state !== "Z" && stat.state !== "X" ? `${pid}:${stat.startTicks}` : null;
  }
  return answersSignals(pid) ? String(pid) : null;
}

/** @param mark as `processMark` gave it, perhaps long ago */
export function isStillRunning(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  return pid > 0 && processMark(pid) === mark;
}

/** The command line of a process; null when it is gone or where the system does not tell. */
export function commandLine(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return null;
  }
}

function procStat(pid: number): { state: string; startTicks: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may itself hold brackets and blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "X", startTicks: fields[19] ?? "" };
  } catch {
    return null;
  }
}

/** Whether a process, or a zombie, has this number. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
