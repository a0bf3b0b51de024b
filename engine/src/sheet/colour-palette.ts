import { changedTag, type XmlEdit } from "../xml/xml-edits.ts";
import { childOf, type XmlNode } from "../xml/xml-tree.ts";

/**
 * Sets the alpha digits of a workbook's own palette (ECMA-376-1, 18.8.27) to 00, as Excel writes them. Other programs
 * write "ff", which LibreOffice reads as transparent: workbooks of Numbers would lose every border and fill.
 * @param styleSheet `xl/styles.xml`
 */
export function opaquePaletteEdits(styleSheet: XmlNode): XmlEdit[] {
  const colours = childOf(childOf(styleSheet, "colors"), "indexedColors")?.children ?? [];
  return colours.flatMap(({ element }) => {
    const [, rgb] = /^(?!00)[0-9a-f]{2}([0-9a-f]{6})$/i.exec(element.attributes.rgb ?? "") ?? [];
    return rgb === undefined ? [] : [{ ...element, text: changedTag(element, { rgb: `00${rgb}` }) }];
  });
}
