import { readFileSync } from "node:fs";
import { childrenOf } from "../sandbox/process-tree.ts";

/** Returns the names of all descendants of a process; of this one when omitted. */
export function descendants(below = process.pid): string[] {
  return childrenOf(below).flatMap((pid) => [nameOf(pid), ...descendants(pid)]);
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "ended meanwhile";
  }
}
