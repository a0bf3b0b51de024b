import { textWidth } from "../sheet/text-width.ts";
import type { Inline } from "./blocks.ts";
import { monospaced, relativeWidth } from "./fonts.ts";
import type { TextStyle } from "./style.ts";

/** The estimate of a word's width is at most this much too small. */
const safety = 1.04;
const boldFactor = 1.09;
const monospacedAdvance = 0.6;

/** A longer word is an address or a key, which may be broken. */
const longestWord = 330;
/** Room for the bullet or number of a list item, in pixels. */
export const markerWidth = (marker: string): number => Math.max(18, 8 * marker.length + 8);

/** Returns the width of a text in one line, in pixels, rather too large. */
function widthOf(text: string, { fontFamily, fontSize, isBold, letterSpacing }: TextStyle): number {
  const spacing = letterSpacing * text.length;
  if (fontFamily === monospaced && /^[\0-\x7f]*$/.test(text))
    return text.length * monospacedAdvance * fontSize + spacing;
  return textWidth(text, fontSize) * relativeWidth(fontFamily) * (isBold ? boldFactor : 1) * safety + spacing;
}

export interface Extent {
  /** Of the longest part that must not be broken. */
  min: number;
  /** Of the longest line. */
  max: number;
}

/** Returns the smallest width of a paragraph without broken words, and its width in one line. */
export function extentOf(inlines: Inline[]): Extent {
  let [min, max, line, word] = [0, 0, 0, 0];
  const endWord = () => {
    min = Math.max(min, Math.min(word, longestWord));
    word = 0;
  };
  let unbroken = 0;
  for (const inline of inlines) {
    if (inline.kind === "break") {
      endWord();
      max = Math.max(max, line);
      line = 0;
      continue;
    }
    if (inline.kind === "picture") {
      endWord();
      min = Math.max(min, Math.min(inline.width, smallestPicture));
      line += inline.width;
      continue;
    }
    const { style, text } = inline;
    const width = widthOf(text, style);
    line += width;
    if (style.whiteSpace === "nowrap" || style.whiteSpace === "pre") {
      word += width;
      unbroken = Math.max(unbroken, Math.min(word, longestUnbroken));
      continue;
    }
    const words = text.split(/([ \u200b]|(?<=-)(?=\p{L}))/u);
    for (const one of words) {
      if (one === " " || one === "\u200b" || one === "") endWord();
      else word += widthOf(one, style);
    }
  }
  endWord();
  return { min: Math.max(min, unbroken), max: Math.max(max, line) };
}

/** A picture may be shrunk to this width. */
const smallestPicture = 160;
/** Lines that a page asks not to break are broken beyond this width. */
const longestUnbroken = 640;
