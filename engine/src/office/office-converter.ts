import { join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { Converter } from "../converter.ts";
import { appleConverter } from "./apple-converter.ts";
import type { Office } from "./office.ts";
import { type OfficeFormat, prepareDocument } from "./prepare-document.ts";
import { fontWarning } from "./substituted-fonts.ts";

/** Converts text documents and presentations, which LibreOffice lays out. */
export function officeConverter(office: Office, format: OfficeFormat): Converter {
  const converter: Converter = {
    async toPdf({ path, password }, { workDir }) {
      // The parts of an encrypted document cannot be read here: only LibreOffice opens it.
      const isOpen = password === undefined;
      const { path: ready, warnings } = isOpen ? await prepareDocument(path, format, workDir) : { path, warnings: [] };
      const pdfPath = join(workDir, "office.pdf");
      const { hiddenSlides, changesLeft } = await office.toPdf(ready, pdfPath, isOpen ? {} : { password });
      warnings.push(...hiddenSlidesWarning(hiddenSlides));
      if (changesLeft) warnings.push(changesWarning);
      if (isOpen) warnings.push(...(await fontWarning(ready, format, pdfPath)));
      return { pdfPath, warnings, origin: "own" };
    },
  };
  return format === "pages" || format === "key" ? appleConverter(converter) : converter;
}

const changesWarning: Warning = {
  code: "changes-left",
  text: "Its tracked changes could not be accepted: deleted and inserted text are both printed. Accept the changes and replace the file.",
};

function hiddenSlidesWarning(numbers: number[]): Warning[] {
  if (numbers.length === 0) return [];
  const shown = numbers.length > 12 ? [...numbers.slice(0, 12), `${numbers.length - 12} more`] : numbers;
  const text =
    numbers.length === 1
      ? `Slide ${numbers[0]} is hidden and was left out.`
      : `Slides ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)} are hidden and were left out.`;
  return [{ code: "hidden-slides-left-out", text }];
}
