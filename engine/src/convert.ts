import type { FileKind } from "@sheaf/contracts/formats.ts";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converted, type Converter, type ScratchFile } from "./converter.ts";
import type { Detected } from "./detect/detected.ts";
import type { Office } from "./office/office.ts";
import { checkA4, isBlank } from "./pdf/check.ts";

/** Each converter is loaded with the first file that needs it. */
const modules = {
  pdf: () => import("./pdf/pdf.ts"),
  image: () => import("./image/image.ts"),
  office: () => import("./office/office-converter.ts"),
  workbook: () => import("./sheet/workbook.ts"),
  csv: () => import("./sheet/csv.ts"),
  text: () => import("./text/text.ts"),
  drawing: () => import("./drawing/drawing.ts"),
  invoice: () => import("./invoice/invoice.ts"),
  "web-page": () => import("./web-page/web-page.ts"),
} satisfies Record<FileKind, () => Promise<object>>;

const converters: {
  [Kind in FileKind]: (office: Office, is: Extract<Detected, { kind: Kind }>) => Promise<Converter>;
} = {
  pdf: async () => unchangedPdf,
  image: async () => (await modules.image()).imageConverter,
  office: async (office, { format }) => (await modules.office()).officeConverter(office, format),
  workbook: async (office, { format }) => (await modules.workbook()).workbookConverter(office, format),
  csv: async (office) => (await modules.csv()).csvConverter(office),
  text: async (office) => (await modules.text()).textConverter(office),
  drawing: async (office, { drawing }) => (await modules.drawing()).drawingConverter(office, drawing),
  invoice: async (_office, { syntax }) => (await modules.invoice()).invoiceConverter(syntax),
  "web-page": async (office) => (await modules["web-page"]()).webPageConverter(office),
};

/**
 * Returns the converter for a detected type. The cast is needed because TypeScript cannot relate `detected.kind` to its
 * entry.
 */
function converterFor(detected: Detected, office: Office): Promise<Converter> {
  const load = converters[detected.kind] as (office: Office, is: Detected) => Promise<Converter>;
  return load(office, detected);
}

/** Passes a PDF through unchanged; faults in it are found when its pages are placed on A4. */
const unchangedPdf: Converter = {
  toPdf: async ({ path }) => ({ pdfPath: path, warnings: [], origin: "foreign" }),
};

export interface InsideOptions {
  outPath: string;
  /** An empty folder for this file alone. */
  workDir: string;
  office: Office;
}

/**
 * Converts one file of any type to exact A4 pages at `outPath`. Must run in a sandbox, since all of this code reads
 * untrusted bytes.
 * @throws ConvertError when the file is at fault; any other error is an error in Sheaf
 */
export async function convertInSandbox(
  input: ScratchFile,
  { outPath, workDir, office }: InsideOptions,
): Promise<{ pages: number; warnings: Warning[] }> {
  const [{ detect }, { macrosWarning, passwordWarning, readyFile }] = await Promise.all([
    import("./detect/detect.ts"),
    import("./detect/ready-file.ts"),
  ]);
  const detected = await detect(input);
  const converter = await converterFor(detected, office);
  const converted = await converter.toPdf(readyFile(input, detected, workDir), { workDir, outPath });
  const placed = await place(converted, input, { outPath, workDir });
  const pages = await checkA4(outPath, placed.pages);
  if (pages > conversionLimits.pages) throw tooManyPages(pages);
  // A blank page of an uploaded PDF is kept. A document that LibreOffice prints blank has no content to print.
  if (converted.origin === "own" && (await isBlank(outPath))) throw await whyBlank(converted);
  return {
    pages,
    warnings: [
      ...passwordWarning(input, detected),
      ...macrosWarning(detected),
      ...converted.warnings,
      ...placed.warnings,
    ],
  };
}

async function whyBlank({ warnings }: Converted): Promise<ConvertError> {
  if (!warnings.some(({ code }) => code === "insertions-missing")) return new ConvertError("empty");
  return (await import("./office/insertions.ts")).onlyInsertions();
}

async function place(
  { pdfPath, origin }: Converted,
  { name, password }: ScratchFile,
  io: { outPath: string; workDir: string },
): Promise<{ pages?: number; warnings: Warning[] }> {
  if (origin === "a4") return { warnings: [] };
  const { placeOnA4 } = await import("./pdf/pdf.ts");
  return placeOnA4({ path: pdfPath, name, ...(password === undefined ? {} : { password }) }, origin, io);
}

function tooManyPages(pages: number): ConvertError {
  const [found, limit] = [pages, conversionLimits.pages].map((count) => count.toLocaleString("en-GB"));
  return new ConvertError("too-large", `has ${found} pages; the limit is ${limit}. Split it and replace it.`);
}

/** Loads every converter, so that the first file does not wait for one. */
export async function importConverters(): Promise<void> {
  await Promise.all([
    ...Object.values(modules).map((load) => load()),
    import("./detect/detect.ts"),
    import("./detect/container.ts"),
    import("./detect/ready-file.ts"),
    import("./unpack/containers.ts"),
    import("./pdf/normalise.ts"),
    import("./pdf/lenient-parser.ts"),
    import("./pdf/appearances.ts"),
    import("./pdf/fonts/value-fonts.ts"),
    import("./pdf/assemble.ts"),
    import("./pdf/choose-pages.ts"),
    import("./xml/xml-root.ts"),
  ]);
}
