import type { Size } from "../../pdf/geometry.ts";
import type { CharacterCodes } from "./character-codes.ts";
import { letterWidth } from "./invisible-font.ts";
import type { TextPage, TextWord } from "./text-page.ts";
import { visualOrder } from "./visual-order.ts";
import { placeWord, type WordPlace } from "./word-place.ts";

/** Steps of horizontal scaling in percent, and of positions and sizes in points. Coarser numbers pack smaller. */
const scaleStep = 3;
const pointStep = 0.5;

/**
 * Returns the content stream that shows words invisibly (ISO 32000-1, table 106, mode 3), each stretched to the length
 * of its box and followed by a space. Words of one direction follow each other by distances alone, which takes a third
 * less space than a position for each.
 * @param font its name in the page's resources
 */
export function wordOperators(page: TextPage, sheet: Size, font: string, codes: CharacterCodes): Buffer {
  const parts: (string | Buffer)[] = ["BT 3 Tr"];
  let before: { x: number; y: number; along: string } | undefined;
  let sizeBefore = 0;
  for (const word of page.words) {
    const text = printable(word);
    if (text === "") continue;
    const place = placeWord(word, page);
    const size = Math.max(pointStep, rounded(place.size));
    if (size !== sizeBefore) parts.push(`\n/${font} ${size} Tf`);
    sizeBefore = size;

    const [x, y] = [place.x, sheet.height - place.y];
    const [cos, sin] = directionOf(place);
    const along = `${cos} ${sin}`;
    if (before?.along === along) {
      const [across, up] = [x - before.x, y - before.y];
      const [dx, dy] = [rounded(across * cos + up * sin), rounded(up * cos - across * sin)];
      parts.push(`\n${dx} ${dy} Td`);
      before = { x: before.x + dx * cos - dy * sin, y: before.y + dx * sin + dy * cos, along };
    } else {
      before = { x: rounded(x), y: rounded(y), along };
      parts.push(`\n${cos} ${sin} ${-sin || 0} ${cos} ${before.x} ${before.y} Tm`);
    }
    const natural = [...text].length * letterWidth * size;
    const scale = Math.max(1, Math.round((100 * place.length) / natural / scaleStep) * scaleStep);
    parts.push(` ${scale} Tz(`, escaped(codes.encode(`${visualOrder(text)} `)), ")Tj");
  }
  parts.push("\nET\n");
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}

/** Control characters mean nothing on paper, and spaces within a word would divide it. */
const printable = ({ text }: TextWord): string => text.replaceAll(/[\p{Cc}\p{Z}]+/gu, "");

const rounded = (value: number): number => Math.round(value / pointStep) * pointStep || 0;

/** PDF measures upwards. Letters stand upright on their baseline, whatever its direction. */
function directionOf({ along: [x, y] }: WordPlace): [cos: number, sin: number] {
  return [Math.round(x * 10_000) / 10_000 || 0, Math.round(-y * 10_000) / 10_000 || 0];
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
