import { a4, type Mark, type Sheet } from "./sheet.ts";

/** Fonts with the same widths as the standard PDF fonts, followed by fallbacks. */
const families = {
  sans: "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif",
  serif: "Liberation Serif, Times New Roman, DejaVu Serif, serif",
  mono: "Liberation Mono, Courier New, DejaVu Sans Mono, monospace",
} as const;

export const escapeXml = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/**
 * Draws a page as SVG.
 * @param over markup in points that is drawn on top, such as a stamp
 */
export function svgOf(sheet: Sheet, over = ""): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${a4.width}" height="${a4.height}"><rect width="100%" height="100%" fill="#ffffff"/>${sheet.marks.map(elementOf).join("")}${over}</svg>`;
}

function elementOf(mark: Mark): string {
  if (mark.kind === "box")
    return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" fill="${mark.colour}"/>`;
  if (mark.kind === "line")
    return `<line x1="${mark.x1}" y1="${mark.y1}" x2="${mark.x2}" y2="${mark.y2}" stroke="${mark.colour}" stroke-width="${mark.width}"/>`;
  const anchor = { left: "start", centre: "middle", right: "end" }[mark.align];
  const looks = `${mark.bold ? ' font-weight="bold"' : ""}${mark.italic ? ' font-style="italic"' : ""}`;
  return `<text x="${mark.x}" y="${mark.y}" font-family="${families[mark.family]}" font-size="${mark.size}" fill="${mark.colour}" text-anchor="${anchor}"${looks}>${escapeXml(mark.words)}</text>`;
}
