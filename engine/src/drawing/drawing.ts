import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { MB } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converter } from "../converter.ts";
import type { Office } from "../office/office.ts";
import { warningOfFonts } from "../office/substituted-fonts.ts";
import { type CleanedSvg, cleanSvg, svgText } from "./clean-svg.ts";
import type { DrawingKind } from "./drawing-kind.ts";
import { drawingPage } from "./drawing-page.ts";
import { isWhite } from "./is-white.ts";
import { readEmf, readWmf } from "./metafile.ts";
import { checkReferences } from "./svg-references.ts";
import { svgSize } from "./svg-size.ts";
import { expandSymbols } from "./svg-symbols.ts";
import { readSvg } from "./svg-tree.ts";

const maxBytes = 32 * MB;

interface Drawing {
  bytes: Buffer;
  size: { width: number; height: number } | undefined;
  svg?: CleanedSvg;
}

/** Converts a vector drawing to one A4 page with LibreOffice: lines stay lines and texts stay texts. */
export function drawingConverter(office: Office, drawing: DrawingKind): Converter {
  return {
    async toPdf({ path }, { workDir }) {
      const { bytes, size, svg } = readDrawing(await readFile(path), drawing);
      // Without a size, LibreOffice measures what is drawn.
      const inPath = join(workDir, size ? "drawing.fodg" : `drawing.${drawing}`);
      await writeFile(inPath, size ? drawingPage(bytes, size) : bytes);
      const pdfPath = join(workDir, "drawing.pdf");
      await office.toPdf(inPath, pdfPath);
      if (await isWhite(pdfPath)) throw showsNothing();
      const fonts = svg ? await warningOfFonts(svg.fonts, pdfPath) : [];
      return { pdfPath, warnings: [...(svg ? warningsAbout(svg) : []), ...fonts], origin: "own" };
    },
  };
}

/**
 * Reads a drawing and makes it ready for LibreOffice.
 * @throws ConvertError damaged, unsupported, too-large
 */
export function readDrawing(packed: Buffer, drawing: DrawingKind): Drawing {
  const bytes = unpacked(packed);
  if (drawing !== "svg") return drawing === "emf" ? readEmf(bytes) : readWmf(bytes);
  const svg = cleanSvg(readSvg(bytes));
  checkReferences(svg.root);
  expandSymbols(svg.root);
  return { bytes: Buffer.from(svgText(svg.root)), size: svgSize(svg.root), svg };
}

function unpacked(bytes: Buffer): Buffer {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (bytes.length > maxBytes) throw tooLarge();
  if (!isPacked) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new ConvertError("damaged", undefined, { cause: error });
  }
}

const tooLarge = () =>
  new ConvertError("too-large", `is a drawing of more than ${maxBytes / MB} MB. Save it as PDF or PNG and replace it.`);

function showsNothing(): ConvertError {
  const words = "is a drawing that shows nothing on white paper. Save it as PDF from its own program and replace it.";
  return new ConvertError("empty", words);
}

function warningsAbout({ missingPictures, hasScripts }: CleanedSvg): Warning[] {
  const warnings: Warning[] = [];
  if (missingPictures > 0) {
    const text =
      missingPictures === 1
        ? "A picture that the drawing only links to is missing."
        : `${missingPictures} pictures that the drawing only links to are missing.`;
    warnings.push({ code: "linked-pictures-missing", text });
  }
  if (hasScripts) warnings.push({ code: "active-content-removed", text: "Scripts in the drawing were removed." });
  return warnings;
}
