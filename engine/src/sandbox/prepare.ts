import { join } from "node:path";
import type { EngineHealth, EngineOptions } from "../engine-api.ts";
import { findOffice } from "../office/find-office.ts";
import { type Cell, type CellOptions, startCell } from "./cell.ts";
import { chooseLauncher } from "./choose-launcher.ts";
import { type Probe, probe } from "./probe.ts";
import { cellName, emptyScratch } from "./scratch.ts";

export interface Prepared {
  health: EngineHealth;
  /** null when no cell may be started. */
  startCell: (() => Cell) | null;
}

export type PrepareOptions = Required<Omit<EngineOptions, "children">> & { cacheDir: string };

/**
 * Finds LibreOffice and proves that a sandbox can be made.
 * @throws Error only when a folder cannot be written; whatever else is missing is said by `health`
 */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { scratchDir, cacheDir, sandbox, locale, timeZone } = options;
  await emptyScratch(scratchDir);
  const office = findOffice();
  const refuse = (note: string): Prepared => ({
    health: { sandbox: "none", office: "none", officeVersion: null, notes: [note, "Nothing is converted."] },
    startCell: null,
  });
  let cell: Omit<CellOptions, "name">;
  let found: Probe;
  try {
    const launcher = await chooseLauncher(sandbox, cacheDir, office);
    cell = { launcher, scratchDir, locale, timeZone, office };
    found = await probe(cell, cacheDir);
  } catch (error) {
    return refuse(`No sandbox can be made: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (found.refusal !== null) return refuse(found.refusal);

  return {
    health: healthOf(cell.launcher.kind, found),
    startCell: () => startCell({ ...cell, name: cellName() }),
  };
}

/** Where the probe's result and compiled code are kept, unless a command says otherwise. */
export function cacheIn(scratchDir: string): string {
  return join(scratchDir, "cache");
}

function healthOf(sandbox: "bubblewrap" | "off", { office }: Probe): EngineHealth {
  const notes = sandbox === "off" ? ["The sandbox is switched off: a hostile document can do what this user can."] : [];
  if (office.note !== null) notes.push(office.note);
  return { sandbox, office: office.office, officeVersion: office.officeVersion, notes };
}
