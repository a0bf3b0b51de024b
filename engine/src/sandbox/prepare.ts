import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { EngineHealth, EngineOptions } from "../engine-api.ts";
import { installedNotes } from "../installed/notes.ts";
import { findOffice } from "../office/find-office.ts";
import { cellProgram, stillThere } from "./bundle.ts";
import { type Cell, type CellOptions, startCellOrBroken } from "./cell.ts";
import { delegatedGroup } from "./cell-group.ts";
import { candidates } from "./choose-launcher.ts";
import type { Launcher } from "./launcher.ts";
import { type Probe, probe } from "./probe.ts";
import { cellName, emptyScratch } from "./scratch.ts";

export interface Prepared {
  health: EngineHealth;
  /** null when no cell may be started. */
  startCell: ((memoryBytes?: number) => Cell) | null;
}

export type PrepareOptions = Required<Omit<EngineOptions, "children" | "containers">> &
  Required<Pick<CellOptions, "givesWay" | "takenResults">> & { cacheDir: string };

/**
 * Finds LibreOffice and proves that a sandbox can be made.
 * @throws Error only when a folder cannot be written; whatever else is missing is said by `health`
 */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { scratchDir, cacheDir, sandbox } = options;
  await emptyScratch(scratchDir);
  const office = findOffice();
  const program = await cellProgram();
  const group = delegatedGroup();
  const failures: string[] = [];
  for (const candidate of candidates(sandbox, { cacheDir, scratchDir, office, program })) {
    try {
      const launcher = await candidate.open();
      const cell = { ...options, launcher, office, program, delegatedGroup: group };
      const found = await probe(cell, cacheDir);
      if (found.refusal === null) {
        const start = (memoryBytes: number = conversionLimits.memoryBytes) =>
          startCellOrBroken({ ...cell, memoryBytes, program: stillThere(program), name: cellName() });
        return { health: healthOf(launcher, found), startCell: start };
      }
      failures.push(found.refusal);
    } catch (error) {
      failures.push(`${candidate.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const notes = [...new Set(failures), "Nothing is converted.", ...installedNotes()];
  return { health: { sandbox: "none", office: "none", officeVersion: null, notes }, startCell: null };
}

function healthOf({ kind, notes }: Launcher, { office }: Probe): EngineHealth {
  const all = [...notes, ...(office.note === null ? [] : [office.note]), ...installedNotes()];
  return { sandbox: kind, office: office.office, officeVersion: office.officeVersion, notes: all };
}
