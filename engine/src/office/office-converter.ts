import { join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { Converter } from "../converter.ts";
import type { Detected } from "../detect/detected.ts";
import type { Office } from "./office.ts";
import { prepareOdt } from "./prepare-odt.ts";
import { preparePackage } from "./prepare-package.ts";
import { prepareRtf } from "./prepare-rtf.ts";
import { fontWarning } from "./substituted-fonts.ts";

type OfficeFormat = Extract<Detected, { kind: "office" }>["format"];

/** Letters and slides: LibreOffice lays them out. */
export function officeConverter(office: Office, format: OfficeFormat): Converter {
  return {
    async toPdf({ path, password }, { workDir }) {
      const warnings: Warning[] = [];
      let ready = path;
      if (format === "docx" || format === "pptx") {
        const prepared = await preparePackage(path, workDir);
        ready = prepared.path;
        warnings.push(...prepared.warnings);
      }
      // Its parts cannot be read where LibreOffice is the one that opens it.
      if (format === "odt" && password === undefined) {
        const prepared = await prepareOdt(path, workDir);
        ready = prepared.path;
        warnings.push(...prepared.warnings);
      }
      if (format === "rtf") ready = await prepareRtf(path, workDir);
      const pdfPath = join(workDir, "office.pdf");
      const { hiddenSlides, changesLeft } = await office.toPdf(
        ready,
        pdfPath,
        password === undefined ? {} : { password },
      );
      warnings.push(...hiddenSlidesWarning(hiddenSlides));
      if (changesLeft) warnings.push(changesWarning);
      // An encrypted document that LibreOffice opened cannot be looked into from here.
      if (password === undefined) warnings.push(...(await fontWarning(ready, format, pdfPath)));
      return { pdfPath, warnings, origin: "own" };
    },
  };
}

const changesWarning: Warning = {
  code: "changes-left",
  text: "Its tracked changes could not be accepted: what was deleted is printed beside what was inserted. Accept them and replace it.",
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
