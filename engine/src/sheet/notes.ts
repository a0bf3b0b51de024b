import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { partText, type Relationship } from "./workbook-parts.ts";

/**
 * Closes the notes that lie open over the cells. Excel prints open notes only where the page set-up says so
 * (ECMA-376-1, 18.3.1.63); LibreOffice prints every open note. VML is edited as text, since Excel's is not always
 * well-formed.
 * @param tail of the worksheet part, after its cells
 * @param related what the sheet refers to
 * @returns the changed drawings by part, one character for each byte
 */
export async function closedNotes(
  archive: Archive,
  tail: string,
  relationships: Relationship[],
): Promise<Map<string, string>> {
  const closed = new Map<string, string>();
  const setup = /<(?:\w+:)?pageSetup\b([^<>]*)>/.exec(tail)?.[1] ?? "";
  if (attribute(setup, "cellComments") === "asDisplayed") return closed;
  for (const { part } of relationships.filter(({ type }) => type.endsWith("/vmlDrawing"))) {
    const vml = await partText(archive, part);
    const changed = closeNotes(vml);
    if (changed !== vml) closed.set(part, changed);
  }
  return closed;
}

/** Leaves buttons and pictures of the same drawing unchanged. */
function closeNotes(vml: string): string {
  const shapes = vml.split(/(?=<v:shape\s)/);
  return shapes.map((shape) => (shape.includes('ObjectType="Note"') ? closeNote(shape) : shape)).join("");
}

const closeNote = (shape: string) =>
  shape
    .replaceAll(/<x:Visible\b[^<>]*(?:\/>|>[^<]*<\/x:Visible>)/g, "")
    .replace(/\bvisibility:\s*visible\b/, "visibility:hidden");
