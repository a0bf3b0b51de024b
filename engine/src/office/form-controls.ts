import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { XmlEdit } from "../xml/xml-edits.ts";
import { xmlEvents } from "../xml/xml-events.ts";

/**
 * Removes Word's form controls that have a stored picture. Without a window LibreOffice does not draw controls and
 * reports nothing. Word stores a picture of the last appearance of each control (`w:control`; ECMA-376-1, 17.3.3.3),
 * and LibreOffice draws that picture when the control is removed. A control is the last element of its object, after
 * the shape with its picture.
 * @param xml a part that contains text
 * @returns the edits that remove controls with a picture, and whether a control has none
 */
export function controlEdits(xml: string): { edits: XmlEdit[]; isMissing: boolean } {
  const edits: XmlEdit[] = [];
  let isMissing = false;
  let hasPicture = false;
  if (!xml.includes(":control")) return { edits, isMissing };
  for (const event of xmlEvents(xml)) {
    if (event.kind === "fault") return { edits: [], isMissing };
    if (event.kind === "text") continue;
    const { name, from } = event.element;
    if (event.kind === "open" && /^w:(?:object|pict)$/.test(name)) hasPicture = false;
    if (event.kind === "open" && name === "v:imagedata") hasPicture = true;
    if (event.kind === "close" && name === "w:control") {
      if (hasPicture) edits.push({ from, to: event.to, text: "" });
      else isMissing = true;
    }
  }
  return { edits, isMissing };
}

export const controlsWarning: Warning = {
  code: "form-controls-missing",
  text: "Buttons or fields that can be filled in are missing, with their content. Save it as PDF and replace it.",
};
