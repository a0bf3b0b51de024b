import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import type { EngineHealth, EngineOptions } from "../engine-api.ts";
import { installedLanguages } from "../installed/languages.ts";
import { installedNotes } from "../installed/notes.ts";
import { hasSecondReader } from "../installed/second-reader.ts";
import { findOffice } from "../office/find-office.ts";
import { programOrSource, sandboxProgram } from "./bundle.ts";
import { delegatedGroup } from "./cgroup.ts";
import { candidates } from "./choose-launcher.ts";
import type { Launcher } from "./launcher.ts";
import { type Probe, probe } from "./probe.ts";
import { type SandboxedProcess, type SandboxedProcessOptions, startProcessOrBroken } from "./sandboxed-process.ts";
import { emptyScratch, sandboxName } from "./scratch.ts";

/** @param different replaces options that all sandboxed processes have */
export type StartSandboxedProcess = (
  different?: Partial<Pick<SandboxedProcessOptions, "memoryBytes" | "niceness" | "office">>,
) => SandboxedProcess;

export interface Prepared {
  health: EngineHealth;
  /** null when no sandbox is available. */
  startSandboxedProcess: StartSandboxedProcess | null;
}

export type PrepareOptions = Required<Omit<EngineOptions, "children" | "readers">> &
  Required<Pick<SandboxedProcessOptions, "isNice" | "movableResults">> & { cacheDir: string };

/**
 * Finds LibreOffice and verifies that a sandbox can be made.
 * @throws Error only when a folder cannot be written; `health` reports anything else that is missing
 */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { scratchDir, cacheDir, sandbox } = options;
  await emptyScratch(scratchDir);
  const office = findOffice();
  const program = await sandboxProgram();
  const group = delegatedGroup();
  const failures: string[] = [];
  for (const candidate of candidates(sandbox, { cacheDir, scratchDir, office, program })) {
    try {
      const launcher = await candidate.open();
      const child = { ...options, launcher, office, program, delegatedGroup: group };
      const found = await probe(child, cacheDir);
      if (found.refusal === null) {
        const usual = { ...child, memoryBytes: conversionLimits.memoryBytes };
        const start: StartSandboxedProcess = (different) =>
          startProcessOrBroken({ ...usual, ...different, program: programOrSource(program), name: sandboxName() });
        return { health: healthOf(launcher, found), startSandboxedProcess: start };
      }
      failures.push(found.refusal);
    } catch (error) {
      failures.push(`${candidate.name}: ${messageOf(error)}`);
    }
  }
  const notes = [...new Set(failures), "Nothing is converted.", ...installedNotes()];
  const health = { sandbox: "none", office: "none", officeVersion: null, ...readers(), notes } as const;
  return { health, startSandboxedProcess: null };
}

function healthOf({ kind, notes }: Launcher, { office }: Probe): EngineHealth {
  const all = [...notes, ...(office.note === null ? [] : [office.note]), ...installedNotes()];
  return { sandbox: kind, office: office.office, officeVersion: office.officeVersion, ...readers(), notes: all };
}

/** Returns what reads pages on this machine at the moment. */
export const readers = () => ({ readingLanguages: installedLanguages(), hasSecondReader: hasSecondReader() });
