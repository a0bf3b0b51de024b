import type { PageReading } from "@sheaf/contracts/reading.ts";
import type { Printed } from "./terms.ts";

/** Spaces between words are wider than this share of the font size; inside a word that is read as two they are not. */
const narrowSpace = 0.14;

/** Returns the words of a page, each with whether it may go on in the next one. */
export function printedOn({ words, lines }: Pick<PageReading, "words" | "lines">): Printed[] {
  return words.map(({ text, box, line }, index) => {
    const next = words[index + 1];
    if (!next) return { text };
    if (next.line !== line) return { text, joinsNext: /\p{L}[-‐­]$/u.test(text) };
    const size = lines[line]?.size ?? 0;
    const space = next.box[0] - box[2];
    return { text, joinsNext: size > 0 && space < narrowSpace * size && next.box[1] < box[3] && box[1] < next.box[3] };
  });
}
