import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { XmlEdit } from "../xml/xml-edits.ts";
import { xmlEvents } from "../xml/xml-events.ts";

/**
 * Without a window LibreOffice draws no controls in a document, and tells nobody. Word keeps a picture of each of its
 * own (`w:control`; ECMA-376-1, 17.3.3.3) as it was last seen: without the control, LibreOffice draws that. A control
 * stands last in its object, behind the shape with its picture.
 * @param xml of a part that holds text
 * @returns the edits that leave pictures alone, and whether there is a control that has none
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
  text: "Buttons or fields that can be filled in are missing, with what stands in them. Save it as PDF and replace it.",
};
