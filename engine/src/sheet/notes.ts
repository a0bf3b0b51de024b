import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { partText, type Relationship } from "./workbook-parts.ts";

/**
 * Notes that their author left open lie over the cells. Excel prints them only where the page is set up so (ECMA-376-1, 18.3.1.63);
 * LibreOffice prints whatever is open, so the others are closed.
 * @param tail of the sheet, behind its cells
 * @param related what the sheet refers to
 * @returns the drawings that were changed, by part; one character for each byte
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

/** Buttons and pictures of the same drawing stay as they are. */
function closeNotes(vml: string): string {
  const shapes = vml.split(/(?=<v:shape\s)/);
  return shapes.map((shape) => (shape.includes('ObjectType="Note"') ? closeNote(shape) : shape)).join("");
}

const closeNote = (shape: string) =>
  shape
    .replaceAll(/<x:Visible\b[^<>]*(?:\/>|>[^<]*<\/x:Visible>)/g, "")
    .replace(/\bvisibility:\s*visible\b/, "visibility:hidden");
