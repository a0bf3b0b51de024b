import { readFileSync } from "node:fs";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { freeBytes } from "../file-bytes.ts";
import { isBlank } from "./check.ts";
import type { SourcePage } from "./document.ts";
import { writeDocument } from "./file-writer.ts";
import { refuseEndlessDrawing } from "./form-nesting.ts";
import { type AnnotationPlaces, inspect } from "./inspect.ts";
import type { NormalDocument, PdfInput } from "./normalise.ts";
import { parseDocument, tryParse } from "./parse.ts";
import { maxLinks, type PlacedDocument, placePages } from "./place.ts";
import { readStrictly } from "./strict-reader.ts";

/**
 * Writes a PDF in which every page of the input is on an exact A4 sheet: upright, whole and centred. Annotations and
 * form fields become part of the page; links, bookmarks and layers keep working; scripts and actions are removed.
 * @param origin "own": written by the engine's office converter, so repair and decryption are skipped; "foreign": an
 * uploaded file, which may have any fault
 * @param io `workDir` is used by this file only, for intermediate files; `outPath` is overwritten
 * @throws ConvertError password, damaged, unsupported (portfolio, dynamic XFA, unknown encryption), too-large
 */
export async function placeOnA4(
  input: PdfInput,
  origin: "foreign" | "own",
  io: { workDir: string; outPath: string },
): Promise<{ pages: number; warnings: Warning[] }> {
  const normal = await openDocument(input, origin, io.workDir);
  if (origin === "foreign") refuseEndlessDrawing(normal.source);
  const { withoutAppearance, hasText, invoiceXml, warnings } = await inspect(normal.source);
  const compareInvoice = invoiceXml ? await comparisonWith(invoiceXml, normal.source.pages) : undefined;
  const drawn = await withAppearances(normal, withoutAppearance);
  // Loaded on demand: unpacking the standard font metrics takes 10 ms.
  const valueFonts = hasText ? (await import("./fonts/value-fonts.ts")).valueFonts : undefined;
  const placed = placePages(drawn.source, drawn.generated, { valueFonts });
  writeDocument(placed.context, placed.catalog, io.outPath);

  const isSuspect = normal.condition !== "whole" || placed.damagedPages > 0;
  if (isSuspect && (await isBlank(io.outPath))) throw new ConvertError("damaged"); // the repair recovered no content
  const differences = (await compareInvoice?.(io)) ?? [];
  freeBytes(normal.bytes); // a long scan's own memory would still be held while its pages are assembled
  return { pages: placed.pages, warnings: [...warningsAbout(normal, placed), ...warnings, ...differences] };
}

/** Reads a file, and repairs it when necessary. The repair tools are loaded on demand, because most files need none. */
async function openDocument(input: PdfInput, origin: "foreign" | "own", workDir: string): Promise<NormalDocument> {
  const bytes = readFileSync(input.path);
  const plain = origin === "own" ? await tryParse(bytes) : readStrictly(bytes);
  if (plain) return { bytes, source: plain, condition: "whole", passwordUsed: false };
  return (await import("./normalise.ts")).normalise(input, bytes, workDir);
}

/**
 * Prepares the comparison of an invoice inside with the pages, whose content can be read until they are placed. Loaded
 * on demand: few PDFs are invoices with their data inside.
 */
async function comparisonWith(xml: Buffer, pages: SourcePage[]) {
  const { contentText } = await import("./content-text.ts");
  const { compareWithPages } = await import("../invoice/compare-with-pages.ts");
  const text = contentText(pages);
  return ({ outPath, workDir }: { workDir: string; outPath: string }) =>
    compareWithPages(xml, { path: outPath, contentText: text }, workDir);
}

/** Generates missing appearances with PDFium. When PDFium fails, the file is converted without them. */
async function withAppearances(
  { bytes, source }: NormalDocument,
  missing: AnnotationPlaces,
): Promise<{ source: NormalDocument["source"]; generated: AnnotationPlaces }> {
  if (missing.size === 0) return { source, generated: missing };
  try {
    const { generateAppearances } = await import("./appearances.ts");
    return { source: await parseDocument(await generateAppearances(bytes, missing)), generated: missing };
  } catch {
    return { source, generated: new Map() };
  }
}

function warningsAbout(normal: NormalDocument, placed: PlacedDocument): Warning[] {
  const warnings: Warning[] = [];
  const pages = counted(placed.pages, "page");
  if (normal.passwordUsed) {
    warnings.push({ code: "password-used", text: "Opened with the password given; the new PDF has none." });
  }
  if (normal.condition === "repaired") {
    warnings.push({ code: "repaired", text: `The PDF was damaged and has been repaired; it has ${pages}.` });
  }
  if (normal.condition === "recovered") {
    warnings.push({ code: "pages-recovered", text: `The PDF is damaged; ${pages} could be recovered. Check them.` });
  }
  if (placed.damagedPages > 0) {
    warnings.push({
      code: "content-damaged",
      text: `The content of ${placed.damagedPages} of ${pages} is damaged and may be incomplete.`,
    });
  }
  if (placed.linksLost) {
    const text = `The PDF has more than ${maxLinks.toLocaleString("en-GB")} links; the last ones cannot be clicked.`;
    warnings.push({ code: "links-left-out", text });
  }
  const missing = [...placed.missingCharacters].slice(0, maxCharactersShown).join(" ");
  if (missing) {
    const text = `Form values have characters that no installed font can draw. They show as question marks: ${missing}`;
    warnings.push({ code: "form-value-redrawn", text });
  }
  return warnings;
}

const maxCharactersShown = 20;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
