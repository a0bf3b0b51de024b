import type { PDFDict, PDFRawStream } from "@cantoo/pdf-lib";
import type { DrawnAnnotations } from "./drawn-annotations.ts";
import { commentText, type FieldText, fieldText, isZeroHiddenByScript, rotationOf } from "./field-text.ts";
import type { ValueFonts } from "./fonts/value-fonts.ts";
import { type Matrix, multiply, printNumber, printNumbers, type Rect } from "./geometry.ts";
import { nameEntry, numbersEntry } from "./objects.ts";
import { showsText } from "./shown-text.ts";

const padding = 2;
/** Font sizes in points for fields with automatic size. */
const [largestSize, smallestSize, sizeStep] = [12, 4, 0.5];
/** In multiples of the font size: baseline distance, Helvetica's cap height, space above the first baseline. */
const [lineHeight, capitalHeight, ascent] = [1.15, 0.72, 0.93];
/** Per field; longer text would not be legible anyway. */
const maxCharacters = 20_000;

/** One line of text; x and y in points from the box's lower left corner. */
interface Line {
  text: string;
  x: number;
  y: number;
}

/**
 * Draws a field's value, or the text of a comment, when its appearance does not show it: some programs fill in forms
 * without updating appearances.
 * @param box where the text is set: the appearance's box, else the field's
 * @param matrix from the box to the page
 */
export function drawMissingValue(
  field: PDFDict,
  appearance: PDFRawStream | undefined,
  box: Rect,
  matrix: Matrix,
  drawn: DrawnAnnotations,
  fonts: ValueFonts,
): void {
  const text = fieldText(field) ?? (nameEntry(field, "Subtype") === "FreeText" ? commentText(field) : undefined);
  if (text === undefined || (appearance && (showsText(appearance) || isZeroHiddenByScript(field, text.value)))) return;
  const turned = turnedBox(box, appearance ? rotationOfMatrix(appearance) : rotationOf(field));
  const { width, height } = turned;
  if (!(width > 0 && height > 0)) return;
  const { lines, size } = setText({ ...text, value: text.value.slice(0, maxCharacters) }, width, height, fonts);

  drawn.operators.push(
    `q ${printNumbers(multiply(turned.matrix, matrix))} cm ${printNumbers([0, 0, width, height])} re W n BT ${text.colour}`,
    ...lines.map(({ text: shown, x, y }) => {
      const operators = fonts.show(shown, size, (key, font) => drawn.fonts.set(key, font));
      return `1 0 0 1 ${printNumber(x)} ${printNumber(y)} Tm ${operators}`;
    }),
    "ET Q",
  );
}

/** Returns the rotation of an appearance's matrix, in degrees counterclockwise. */
function rotationOfMatrix({ dict }: PDFRawStream): number {
  const [a = 1, b = 0] = numbersEntry(dict, "Matrix") ?? [];
  if (Math.abs(b) > Math.abs(a)) return b > 0 ? 90 : 270;
  return a < 0 ? 180 : 0;
}

/** Rotates a box upright with its corner at the origin. Returns its size and the matrix back to its position. */
function turnedBox([left, bottom, right, top]: Rect, turn: number): { width: number; height: number; matrix: Matrix } {
  const [width, height] = [right - left, top - bottom];
  if (turn === 90) return { width: height, height: width, matrix: [0, 1, -1, 0, right, bottom] };
  if (turn === 180) return { width, height, matrix: [-1, 0, 0, -1, right, top] };
  if (turn === 270) return { width: height, height: width, matrix: [0, -1, 1, 0, left, top] };
  return { width, height, matrix: [1, 0, 0, 1, left, bottom] };
}

function setText(text: FieldText, width: number, height: number, fonts: ValueFonts): { lines: Line[]; size: number } {
  if (text.combCells > 0) return setComb(text, width, height, fonts);
  if (text.isMultiline) return setParagraphs(text, width, height, fonts);

  const wanted = text.fontSize || Math.min(largestSize, height * 0.7);
  const room = Math.max(1, width - 2 * padding);
  const size = wanted * Math.min(1, room / (fonts.widthOf(text.value, wanted) || 1));
  const x = startOf(text, fonts.widthOf(text.value, size), width);
  return { lines: [{ text: text.value, x, y: middleBaseline(height, size) }], size };
}

const middleBaseline = (height: number, size: number): number => (height - size * capitalHeight) / 2;

function startOf({ alignment }: FieldText, textWidth: number, width: number): number {
  if (alignment === "left") return padding;
  return alignment === "right" ? width - padding - textWidth : (width - textWidth) / 2;
}

function setComb({ value, combCells, fontSize }: FieldText, width: number, height: number, fonts: ValueFonts) {
  const cell = width / combCells;
  const size = fontSize || Math.min(largestSize, height * 0.7, cell * 1.2);
  const lines = [...value].map((character, index) => {
    const x = cell * index + (cell - fonts.widthOf(character, size)) / 2;
    return { text: character, x, y: middleBaseline(height, size) };
  });
  return { lines, size };
}

/** Uses the largest font size at which all lines fit. At the smallest size, overflow is clipped by the box. */
function setParagraphs(text: FieldText, width: number, height: number, fonts: ValueFonts) {
  const room = Math.max(1, width - 2 * padding);
  let size = text.fontSize || largestSize;
  let wrapped = wrap(text.value, room, size, fonts);
  while (wrapped.length * size * lineHeight > height - padding && size > smallestSize) {
    size = Math.max(smallestSize, size - sizeStep);
    wrapped = wrap(text.value, room, size, fonts);
  }
  const lines = wrapped.map((line, index) => {
    const x = startOf(text, fonts.widthOf(line, size), width);
    return { text: line, x, y: height - padding - size * (ascent + lineHeight * index) };
  });
  return { lines: lines.filter(({ y }) => y > -size), size };
}

/** Breaks lines at spaces, inside words that are too long, and between characters of scripts without spaces. */
function wrap(value: string, room: number, size: number, fonts: ValueFonts): string[] {
  return value.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    let lineWidth = 0;
    for (const piece of piecesOf(paragraph, room, size, fonts)) {
      const pieceWidth = fonts.widthOf(piece, size);
      if (line !== "" && lineWidth + fonts.widthOf(piece.trimEnd(), size) > room) {
        lines.push(line.trimEnd());
        [line, lineWidth] = ["", 0];
      }
      line += piece;
      lineWidth += pieceWidth;
    }
    return [...lines, line.trimEnd()];
  });
}

function piecesOf(paragraph: string, room: number, size: number, fonts: ValueFonts): string[] {
  const pieces = paragraph.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
  );
  return (pieces ?? []).flatMap((piece) => (fonts.widthOf(piece.trimEnd(), size) > room ? [...piece] : [piece]));
}
