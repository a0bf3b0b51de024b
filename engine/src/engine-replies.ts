import { conversionLimits, conversionTimeMs, MB } from "@sheaf/contracts/limits.ts";
import { adviceAtLimit, refusals } from "@sheaf/contracts/refusal-words.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import type { SandboxReply } from "./sandbox/sandboxed-process.ts";
import { type Breach, usualProcesses, type WorkLimits } from "./sandbox/watchdog.ts";

/** The limits of a request about files of this size. */
export function usualLimits(inputBytes: number): WorkLimits {
  return {
    timeMs: conversionTimeMs(inputBytes),
    memoryBytes: conversionLimits.memoryBytes,
    // The result, and the same size again for intermediate files.
    scratchBytes: 2 * conversionLimits.outputBytes + inputBytes,
  };
}

/** Returns whether a reply reports an error in Sheaf or a crashed sandboxed process, not a fault of the file. */
export function isOurs(reply: SandboxReply): boolean {
  return "failed" in reply || ("broken" in reply && reply.broken === "crash");
}

/**
 * Returns why the file is refused, with the text that follows its name; null when the file is not at fault.
 * @param name shows the type of the file
 */
export function refusalIn(
  reply: SandboxReply,
  limits: WorkLimits,
  name: string,
): { reason: Refusal; detail: string } | null {
  if ("rejected" in reply) return { reason: reply.rejected, detail: reply.detail ?? refusals[reply.rejected] };
  if (!("broken" in reply) || reply.broken === "crash") return null;
  const reason = reply.broken === "time" ? "timeout" : "too-large";
  return { reason, detail: `${beyond(reply.broken, limits)}. ${adviceAtLimit(name)}` };
}

function beyond(breach: Breach, { timeMs, memoryBytes, scratchBytes, processes = usualProcesses }: WorkLimits): string {
  if (breach === "time") return `took longer than the limit of ${Math.round(timeMs / 1_000)} s to convert`;
  const needs = {
    memory: `needs more than the limit of ${Math.round(memoryBytes / MB)} MB of memory`,
    scratch: `needs more than the limit of ${Math.round(scratchBytes / MB)} MB of disk space`,
    processes: `starts more than the limit of ${processes} processes`,
  };
  return `${needs[breach]} to convert`;
}

/** Removes the names of files from a text: one may identify a customer and must not be logged. */
export const withoutNames = (text: string, names: string[]): string =>
  names.reduce((rest, name) => rest.replaceAll(name, "the file"), text);

/** Describes a failure for the log. The last output of a sandboxed process may contain the name of its file. */
export function failureIn(reply: SandboxReply): string {
  if ("failed" in reply) return reply.failed;
  if ("broken" in reply) return `The sandbox ended while it worked. ${reply.diagnosis}`.trim();
  return "The sandbox responded to another request.";
}
