import {
  type PDFContext,
  type PDFDict,
  PDFName,
  type PDFRawStream,
  type PDFRef,
  StandardFontEmbedder,
} from "@cantoo/pdf-lib";
import { FontNames } from "@cantoo/pdf-lib/standard-fonts";
import type { DrawnAnnotations } from "./annotations.ts";
import { type Matrix, printNumber, printNumbers, type Rect } from "./geometry.ts";
import { asNumber, asText, inherited } from "./objects.ts";
import { decodeContent } from "./streams.ts";

const passwordFlag = 1 << 13;
const largestAutomaticSize = 12;
const padding = 2;

/** The text that a text field or choice is filled with; undefined for other fields, empty ones and passwords. */
export function filledText(field: PDFDict): string | undefined {
  const type = inherited(field, "FT");
  const isText = type instanceof PDFName && ["Tx", "Ch"].includes(type.decodeText());
  if (!isText || ((asNumber(inherited(field, "Ff")) ?? 0) & passwordFlag) !== 0) return undefined;
  return asText(inherited(field, "V"))?.trim() || undefined;
}

/** Whether an appearance shows any text; one that cannot be read is taken to. */
export function showsText(appearance: PDFRawStream): boolean {
  const { data, whole } = decodeContent(appearance);
  return !whole || /[)>\]]\s*(Tj|TJ|'|")|\bDo\b/.test(data.toString("latin1"));
}

/**
 * Draws a field's value where no appearance shows it, as some programs fill forms without drawing them.
 * Letters outside Windows-1252 become question marks, so the caller warns.
 * @param box in which the text is set: the appearance's, else the field's own; `matrix` leads from it to the page
 */
export function drawMissingValue(
  field: PDFDict,
  appearance: PDFRawStream | undefined,
  box: Rect,
  matrix: Matrix,
  drawn: DrawnAnnotations,
  target: PDFContext,
): void {
  const value = filledText(field);
  if (value === undefined || (appearance && showsText(appearance))) return;

  const helvetica = StandardFontEmbedder.for(FontNames.Helvetica);
  const text = printable(helvetica, value.replace(/[\r\n]+/g, "  "));
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  const wanted = fontSizeOf(field) || Math.min(largestAutomaticSize, height * 0.7);
  const size = wanted * Math.min(1, Math.max(1, width - 2 * padding) / helvetica.widthOfTextAtSize(text, wanted));
  const baseline = box[1] + (height - size * 0.72) / 2; // 0.72: Helvetica's capital height

  if (!drawn.fonts.has("Value")) drawn.fonts.set("Value", embed(helvetica, target));
  drawn.operators.push(
    `q ${printNumbers(matrix)} cm BT /Value ${printNumber(size)} Tf 0 g`,
    `${printNumbers([box[0] + padding, baseline])} Td ${helvetica.encodeText(text).toString()} Tj ET Q`,
  );
  drawn.valuesDrawn++;
}

const embed = (font: StandardFontEmbedder, target: PDFContext): PDFRef => font.embedIntoContext(target);

function printable(font: StandardFontEmbedder, text: string): string {
  return [...text]
    .map((character) => {
      try {
        font.encodeText(character);
        return character;
      } catch {
        return "?";
      }
    })
    .join("");
}

/** From the default appearance string, such as "/Helv 9 Tf 0 g"; 0 means automatic. */
function fontSizeOf(field: PDFDict): number {
  const size = asText(inherited(field, "DA"))?.match(/([\d.]+)\s+Tf/)?.[1];
  return Number(size ?? 0) || 0;
}
