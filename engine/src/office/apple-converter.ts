import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converted, type Converter } from "../converter.ts";
import { openArchive } from "../detect/archive.ts";
import { isBlank } from "../pdf/check.ts";

/** The PDF of the whole document that Apple's programs may keep in it. A picture of its first page is none. */
const previewPart = /(?:^|\/)(?:QuickLook\/)?Preview\.pdf$/i;

const simplified: Warning = {
  code: "layout-simplified",
  text: "It was made with an Apple program and may look different there. If the layout matters, export it as PDF and replace it.",
};

/**
 * Converts documents of Apple's programs. LibreOffice lays them out; where it cannot read one, or finds nothing to
 * print in it, the PDF inside is used.
 * @param converter the converter for documents or workbooks
 */
export function appleConverter(converter: Converter): Converter {
  return {
    async toPdf(input, context) {
      const converted = await laidOut(() => converter.toPdf(input, context));
      if (converted) return { ...converted, warnings: [...converted.warnings, simplified] };
      const pdfPath = join(context.workDir, "preview.pdf");
      if (await copyPreview(input.path, pdfPath)) return { pdfPath, warnings: [], origin: "foreign" };
      throw new ConvertError(
        "unsupported",
        "is an Apple document that cannot be read here. Export it as PDF and replace it.",
      );
    },
  };
}

/** @returns undefined when LibreOffice cannot read the document, or prints nothing */
async function laidOut(convert: () => Promise<Converted>): Promise<Converted | undefined> {
  try {
    const converted = await convert();
    return (await isBlank(converted.pdfPath)) ? undefined : converted;
  } catch (error) {
    if (error instanceof ConvertError && (error.reason === "damaged" || error.reason === "empty")) return undefined;
    throw error;
  }
}

/** @returns whether the document has a PDF */
async function copyPreview(path: string, outPath: string): Promise<boolean> {
  using archive = await openArchive(path);
  const name = archive.names.find((one) => previewPart.test(one));
  const pdf = name === undefined ? undefined : await archive.read(name);
  if (!pdf?.subarray(0, 1024).includes("%PDF-")) return false;
  await writeFile(outPath, pdf);
  return true;
}
