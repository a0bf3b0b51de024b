import type { Warning } from "@sheaf/contracts/refusals.ts";
import { withDrawnControls } from "./drawn-controls.ts";
import { controlsWarning } from "./form-controls.ts";
import type { PackageEdits } from "./package-edits.ts";
import { withoutOdfPaths } from "./path-fields.ts";
import { withStoredReferences } from "./stored-references.ts";

/**
 * Changes an OpenDocument file: removes paths and, in a text document, replaces references that LibreOffice would print
 * wrongly by their stored text, and controls by shapes.
 */
export async function prepareOpenDocument(edits: PackageEdits, format: "odt" | "odp"): Promise<Warning[]> {
  const parts = new Map<string, string>();
  for (const name of ["content.xml", "styles.xml"]) parts.set(name, withoutOdfPaths(await edits.read(name)));
  const { changed, isMissing } = format === "odt" ? withDrawnControls(parts) : { changed: parts, isMissing: false };
  const drawn = new Map([...parts, ...changed]);
  const stored = format === "odt" ? withStoredReferences(drawn) : [];
  for (const [name, xml] of [...drawn, ...stored]) edits.write(name, xml);
  return isMissing ? [controlsWarning] : [];
}
