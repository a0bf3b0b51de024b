import { rmSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defined } from "@sheaf/contracts/defined.ts";
import { findOffice } from "@sheaf/engine/office/find-office.ts";
import { findUnreadable } from "@sheaf/engine/sandbox/sandbox-user.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { ConvertingMachine } from "../converting.ts";

/**
 * What this machine converts documents with, by trying it: makes a sandbox, and starts LibreOffice in it. Both are gone
 * afterwards.
 * @throws Error when this user has no room for temporary files
 */
export async function examineMachine({ sandbox, locale, timeZone, dataDir }: Config): Promise<ConvertingMachine> {
  // Its libraries take a while to load.
  const { openEngine } = await import("@sheaf/engine/engine.ts");
  const scratchDir = await mkdtemp(join(tmpdir(), "sheaf-doctor-"));
  // Also where it is given up on, and this process ends before the trial does.
  const clearUp = () => {
    try {
      rmSync(scratchDir, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A sandbox that is just ending still writes there; the exit code matters more.
    }
  };
  process.once("exit", clearUp);
  try {
    // A sandbox has a user of its own under root.
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

/** A worker's sandboxes lie in the data folder, and not where they were tried here. */
function closedFolderNote(dataDir: string): string[] {
  // Root's own alone: another owner is who runs Sheaf.
  if (process.getuid?.() !== 0 || statSync(dataDir, { throwIfNoEntry: false })?.uid !== 0) return [];
  const closed = findUnreadable(dataDir);
  return closed ? [`Documents are opened as root, because other users may not enter ${closed}.`] : [];
}
