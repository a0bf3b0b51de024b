import { readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError, type Converter } from "../converter.ts";
import type { Office } from "../office/office.ts";
import { tooManyPages } from "../page-limit.ts";
import { writeTextDocx } from "./docx.ts";
import { decodeText, encodingWarning, isBlank } from "./encoding.ts";
import { chooseLayout, displayWidth, isTable, splitPages, type TextLayout } from "./layout.ts";

/** Converts plain text: monospaced, tabs to every eighth column, a new page at each form feed, long lines wrapped. */
export function textConverter(office: Office): Converter {
  return {
    async toPdf(input, { workDir }) {
      const decoded = decodeText(await readFile(input.path));
      if (isBlank(decoded.text)) throw new ConvertError("empty");
      const pages = splitPages(decoded.text);
      const layout = chooseLayout(widestLine(pages), isTable(pages.flat()));
      refuseTooManyPages(pages, layout);

      const stem = parse(input.path).name;
      const docxPath = join(workDir, `${stem}.docx`);
      const pdfPath = join(workDir, "text.pdf");
      await writeTextDocx(docxPath, pages, layout);
      await office.toPdf(docxPath, pdfPath);
      return { pdfPath, warnings: encodingWarning(decoded), origin: "own" };
    },
  };
}

/** Returns the columns of the widest line. Above 100 columns, the widest twentieth of the lines is left out. */
function widestLine(pages: string[][]): number {
  const widths = pages
    .flat()
    .filter((line) => line !== "")
    .map(displayWidth)
    .sort((one, other) => one - other);
  const widest = widths.at(-1) ?? 0;
  return widest <= 100 ? widest : (widths[Math.floor(widths.length * 0.95)] ?? widest);
}

/** Refuses too many pages before the text is laid out, which would take minutes. */
function refuseTooManyPages(pages: string[][], { columns, linesPerPage }: TextLayout): void {
  let count = 0;
  for (const lines of pages) {
    const printed = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
    count += Math.max(1, Math.ceil(printed / linesPerPage));
  }
  if (count > conversionLimits.pages) throw tooManyPages(count, "Split it and replace it.");
}
