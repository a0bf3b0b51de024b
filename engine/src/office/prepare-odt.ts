import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { openArchive } from "../detect/archive.ts";
import { withDrawnControls } from "./drawn-controls.ts";
import { controlsWarning } from "./form-controls.ts";
import { withStoredReferences } from "./stored-references.ts";
import { writeChanged } from "./write-changed.ts";

/**
 * An OpenDocument letter as LibreOffice is to get it: with the text of references that it would get wrong, and with shapes for controls.
 * @param workDir of this file's own; the changed letter is written there, under its own name
 * @returns the letter itself where nothing is to be changed
 */
export async function prepareOdt(path: string, workDir: string): Promise<{ path: string; warnings: Warning[] }> {
  const archive = await openArchive(path);
  try {
    const parts = new Map<string, string>();
    for (const name of ["content.xml", "styles.xml"]) {
      const xml = await archive.read(name);
      if (xml) parts.set(name, xml.toString("latin1"));
    }
    const { changed: drawn, isMissing } = withDrawnControls(parts);
    const warnings = isMissing ? [controlsWarning] : [];
    const changed = new Map([...drawn, ...withStoredReferences(new Map([...parts, ...drawn]))]);
    if (changed.size === 0) return { path, warnings };
    const prepared = join(workDir, "prepared", basename(path));
    await mkdir(dirname(prepared));
    await writeChanged(
      archive,
      new Map([...changed].map(([name, xml]) => [name, Buffer.from(xml, "latin1")])),
      prepared,
    );
    return { path: prepared, warnings };
  } finally {
    archive.close();
  }
}
