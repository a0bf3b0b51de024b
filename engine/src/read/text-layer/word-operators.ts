import type { Size } from "../../pdf/geometry.ts";
import type { CharacterCodes } from "./character-codes.ts";
import { letterWidth } from "./invisible-font.ts";
import type { TextPage, TextWord } from "./text-page.ts";
import { visualOrder } from "./visual-order.ts";
import { placeWord, type WordPlace } from "./word-place.ts";

/** Steps of horizontal scaling in percent: 2 % of a word's length, which no reader of boxes notices. */
const scaleStep = 2;

/**
 * Returns the content stream that shows words invisibly (ISO 32000-1, table 106, mode 3), each stretched to the length
 * of its box and followed by a space. Words of a line follow each other by distances alone, which takes a third less
 * space than a position for each.
 * @param font its name in the page's resources
 */
export function wordOperators(page: TextPage, sheet: Size, font: string, codes: CharacterCodes): Buffer {
  const parts: (string | Buffer)[] = ["BT 3 Tr"];
  let before: { line: number; place: WordPlace; at: Step } | undefined;
  for (const word of page.words) {
    const text = printable(word);
    if (text === "") continue;
    const place = placeWord(word, page);
    const isSameLine = before?.line === word.line && page.lines[word.line] !== undefined;
    let at: Step = [0, 0];
    if (before && isSameLine) {
      const [across, down] = stepFrom(before.place, place);
      const step = [rounded(across - before.at[0]), rounded(down - before.at[1])] as const;
      at = [before.at[0] + step[0], before.at[1] + step[1]];
      parts.push(`\n${step[0]} ${step[1]} Td`);
    } else {
      parts.push(`\n/${font} ${rounded(place.size)} Tf ${matrixOf(place, sheet)} Tm`);
    }
    const natural = [...text].length * letterWidth * rounded(place.size);
    const scale = Math.max(1, Math.round((100 * place.length) / natural / scaleStep) * scaleStep);
    parts.push(` ${scale} Tz(`, escaped(codes.encode(`${visualOrder(text)} `)), ")Tj");
    before = { line: word.line, place: before && isSameLine ? before.place : place, at };
  }
  parts.push("\nET\n");
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}

/** A distance along a line and above it. */
type Step = readonly [along: number, above: number];

function stepFrom({ x, y, along }: WordPlace, to: WordPlace): Step {
  const [across, down] = [to.x - x, to.y - y];
  return [across * along[0] + down * along[1], across * along[1] - down * along[0]];
}

/** Control characters mean nothing on paper, and spaces within a word would divide it. */
const printable = ({ text }: TextWord): string => text.replaceAll(/[\p{Cc}\p{Z}]+/gu, "");

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** PDF measures from the lower left corner. Letters stand upright on their baseline, whatever its direction. */
function matrixOf({ x, y, along }: WordPlace, { height }: Size): string {
  const [cos, sin] = [along[0], -along[1]].map((value) => Math.round(value * 10_000) / 10_000 || 0);
  return `${cos} ${sin} ${-(sin ?? 0) || 0} ${cos} ${rounded(x)} ${rounded(height - y)}`;
}

const [open, close, backslash, carriageReturn] = [0x28, 0x29, 0x5c, 0x0d];

/** Escapes the bytes of a literal string (ISO 32000-1, table 3). */
function escaped(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte === carriageReturn) out.push(backslash, 0x72);
    else if (byte === open || byte === close || byte === backslash) out.push(backslash, byte);
    else out.push(byte);
  }
  return Buffer.from(out);
}
