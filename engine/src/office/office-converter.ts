import { join } from "node:path";
import type { Converter } from "../converter.ts";
import type { Office } from "./office.ts";

/** Letters and slides: LibreOffice lays them out, and nothing of ours comes before it. */
export function officeConverter(office: Office): Converter {
  return {
    async toPdf({ path, password }, { workDir }) {
      const pdfPath = join(workDir, "office.pdf");
      await office.toPdf(path, pdfPath, password === undefined ? {} : { password });
      return { pdfPath, warnings: [], origin: "own" };
    },
  };
}
