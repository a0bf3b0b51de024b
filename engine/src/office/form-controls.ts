import type { Warning } from "@sheaf/contracts/refusals.ts";

/**
 * Without a window LibreOffice draws no controls in a letter, and tells nobody. Word keeps a picture of each of its own (`w:control`;
 * ECMA-376-1, 17.3.3.3) as it was last seen: without the control, LibreOffice draws that.
 * @param xml of a part that holds text
 * @returns it with pictures alone, and whether there is a control that has none
 */
export function withControlPictures(xml: string): { xml: string; isMissing: boolean } {
  let isMissing = false;
  let hasPicture = false;
  const drawn = xml.replaceAll(objectParts, (tag, name: string) => {
    if (name === "v:imagedata") hasPicture = true;
    else if (name !== "w:control") hasPicture = false;
    else if (hasPicture) return "";
    else isMissing = true;
    return tag;
  });
  return { xml: drawn, isMissing };
}

/** A control stands last in its object, behind the shape with its picture. */
const objectParts = /<(w:object|w:pict|v:imagedata|w:control)\b[^<>]*>(?:<\/w:control>)?/g;

export const controlsWarning: Warning = {
  code: "form-controls-missing",
  text: "Buttons or fields that can be filled in are missing, with what stands in them. Save it as PDF and replace it.",
};
