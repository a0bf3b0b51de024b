import { join, parse } from "node:path";
import type { Converter } from "../converter.ts";
import type { Office } from "../office/office.ts";
import { documentOf } from "./page-document.ts";
import { readPage } from "./read-page.ts";
import { writeOdt } from "./write-odt.ts";

/** Converts a web page to A4, with what it shows on paper in a browser and nothing from outside of its file. */
export function webPageConverter(office: Office): Converter {
  return {
    async toPdf(input, { workDir }) {
      const source = await readPage(input.path);
      const { document, warnings } = await documentOf(source);
      const odtPath = join(workDir, `${parse(input.path).name}.odt`);
      const pdfPath = join(workDir, "page.pdf");
      await writeOdt(odtPath, document);
      await office.toPdf(odtPath, pdfPath);
      return { pdfPath, warnings: [...source.warnings, ...warnings], origin: "own" };
    },
  };
}
