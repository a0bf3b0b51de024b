import type { Strip, TextMark, TextStyle } from "./strip.ts";

/** Measures text. */
export interface Measure {
  widthOf(text: string, size: number, isBold: boolean): number;
}

/**
 * Breaks a text into lines of at most `width`, at spaces, after hyphens and slashes where there is no space, and within
 * a word that is longer than a line. Line ends in the text are kept; no-break spaces do not divide.
 */
function wrapText(text: string, width: number, { size, bold = false }: TextStyle, measure: Measure): string[] {
  const widthOf = (part: string) => measure.widthOf(part, size, bold);
  const gap = widthOf(" ");
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    let lineWidth = 0;
    for (const word of paragraph.split(/[^\S\u00a0\u202f]+/).filter((part) => part !== "")) {
      const wordWidth = widthOf(word);
      if (line !== "" && lineWidth + gap + wordWidth <= width) {
        line += ` ${word}`;
        lineWidth += gap + wordWidth;
        continue;
      }
      if (line !== "") lines.push(line);
      const parts = wordWidth <= width ? [word] : broken(word, width, widthOf);
      line = parts.pop() ?? "";
      lineWidth = widthOf(line);
      for (const part of parts) lines.push(part); // there may be more than a call's arguments
    }
    return [...lines, line];
  });
}

/** Breaks a word that is longer than a line: after punctuation in its last third, else anywhere. */
function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = "";
  let partWidth = 0;
  for (const character of word) {
    const characterWidth = widthOf(character);
    if (part !== "" && partWidth + characterWidth > width) {
      const cut = Math.max(...[..."-/:.,;_@#?&="].map((sign) => part.lastIndexOf(sign))) + 1;
      const kept = cut > part.length * 0.6 ? part.slice(0, cut) : part;
      parts.push(kept);
      part = part.slice(kept.length);
      partWidth = widthOf(part);
    }
    part += character;
    partWidth += characterWidth;
  }
  return [...parts, part];
}

interface Place {
  x: number;
  width: number;
  align?: "left" | "right";
}

/** Sets a text as strips of one line each. */
export function textStrips(text: string, place: Place, style: TextStyle, measure: Measure): Strip[] {
  return wrapText(text, place.width, style, measure).map((line) => textStrip(line, place, style));
}

/** Texts are set in the order in which they are read. */
let textsSet = 0;

/** Sets one line, which must fit. */
export function textStrip(text: string, { x, width, align = "left" }: Place, style: TextStyle): Strip {
  const at = align === "right" ? x + width : x;
  return { height: style.leading, marks: text === "" ? [] : [textMark(text, at, baseline(style), style, align)] };
}

/** @param x of the end that `align` names */
export function textMark(text: string, x: number, y: number, style: TextStyle, align: TextMark["align"]): TextMark {
  return { kind: "text", text, x, y, style, align, order: ++textsSet };
}

/** Distance of the baseline from the top of its line. */
export const baseline = ({ size, leading, besideSize = size }: TextStyle): number =>
  (leading - besideSize) / 2 + besideSize * 0.8;
