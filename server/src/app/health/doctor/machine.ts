import { rmSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defined } from "@sheaf/contracts/defined.ts";
import { findOffice } from "@sheaf/engine/office/find-office.ts";
import { findUnreadable } from "@sheaf/engine/sandbox/sandbox-user.ts";
import type { Config } from "../../../platform/config/config.ts";
import { isInstallingPrograms } from "../../../platform/process/programs.ts";
import { withoutPrograms } from "../../../platform/queue/workers.ts";
import type { ConvertingMachine } from "../converting.ts";

/**
 * Finds out what this machine can convert, by making a sandbox and starting LibreOffice in it. Neither remains
 * afterwards. A machine whose programs are being installed is not tried.
 * @throws Error when this user cannot create temporary files
 */
export async function examineMachine({ sandbox, locale, timeZone, dataDir }: Config): Promise<ConvertingMachine> {
  if (await isInstallingPrograms()) return withoutPrograms;
  // Imported here, because the engine's libraries take a while to load.
  const { openEngine } = await import("@sheaf/engine/engine.ts");
  const scratchDir = await mkdtemp(join(tmpdir(), "sheaf-doctor-"));
  // Also needed when the examination times out and this process exits before the trial has ended.
  const clearUp = () => {
    try {
      rmSync(scratchDir, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A sandbox that is just ending may still write there. Ignore this: the exit code matters more.
    }
  };
  process.once("exit", clearUp);
  try {
    // When run as root, the sandbox has a user of its own, which must be able to enter the folder.
    await chmod(scratchDir, 0o711);
    const engine = await openEngine({ scratchDir, children: 1, ahead: false, sandbox, locale, timeZone });
    const health = engine.health();
    await engine.close();
    const officeDir = findOffice()?.programDir;
    const notes = [...health.notes, ...closedFolderNote(dataDir)];
    return { ...health, notes, ...defined({ officeDir }) };
  } finally {
    await rm(scratchDir, { recursive: true, force: true });
    process.off("exit", clearUp);
  }
}

/**
 * Returns a note when sandboxes cannot have a user of their own. A worker's sandboxes are in the data folder, unlike
 * the sandbox that was tried here, so the trial does not reveal this.
 */
function closedFolderNote(dataDir: string): string[] {
  // Only applies when the folder belongs to root: otherwise Sheaf runs as the folder's owner.
  if (process.getuid?.() !== 0 || statSync(dataDir, { throwIfNoEntry: false })?.uid !== 0) return [];
  const closed = findUnreadable(dataDir);
  return closed ? [`Documents are opened as root, because other users cannot enter ${closed}.`] : [];
}
