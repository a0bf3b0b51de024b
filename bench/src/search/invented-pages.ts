import { randomBytes } from "node:crypto";
import type { PageReading, ReadWord } from "@sheaf/contracts/reading.ts";

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words that begin most business papers, the most frequent first. */
const common =
  "the of to and for in a by date no total vat amount number due on from tel page net per is this be qty description price payment with please account your you balance at uk ltd limited bank we registered company sort code road london terms england delivery order customer paid days email www com statement".split(
    " ",
  );
const syllables =
  "ba be bi bo bur ca cam ches cor da del den dor el fa fen fer gar gen gil hal har hen hol ing is ja ken kes kir la lan len lin lo mar mel mor na nel ner nor ol or pa pen per pol ra ren ri rol ron sa sel ser shaw ta tel ten ter thorn ton tre tri ul ven ver wa wel wen wick win wor yar".split(
    " ",
  );

/** Returns distinct invented words in the order of their frequency. */
export function inventedWords(amount: number): string[] {
  const random = randomFrom(7);
  const words = new Set(common);
  while (words.size < amount) {
    const length = 2 + Math.floor(random() * 3);
    let word = "";
    for (let part = 0; part < length; part++) word += syllables[Math.floor(random() * syllables.length)];
    words.add(word);
  }
  return [...words];
}

export interface InventedText {
  words: string[];
  /** Amounts, a date and a number. */
  numbers: string[];
}

/**
 * Invents the text of a page: "invoice", and 60 to 150 words of which the frequency falls as in natural language
 * (Zipf), amounts, dates and a number of its own among them.
 */
export function inventText(random: () => number, words: string[]): InventedText {
  const length = 60 + Math.floor(random() * 91);
  const numbersOn = 4 + Math.floor(random() * 12);
  const text = ["invoice"];
  while (text.length < length - numbersOn) text.push(words[zipf(random, words.length)] ?? "");
  const numbers = Array.from({ length: numbersOn - 2 }, () => amount(random));
  numbers.push(day(random), String(100_000 + Math.floor(random() * 900_000)));
  return { words: text, numbers };
}

/** Returns an index that is chosen in inverse proportion to its place, about. */
const zipf = (random: () => number, size: number): number => Math.min(size - 1, Math.floor(size ** random()) - 1);

/** From 0.50 to 20,000 pounds, small ones more often. */
const amount = (random: () => number): string => (0.5 * Math.exp(random() * 10.6)).toFixed(2);

/** A day of the years 2025 and 2026, "2026-10-14". */
const day = (random: () => number): string =>
  new Date(Date.UTC(2025, 0, 1 + Math.floor(random() * 700))).toISOString().slice(0, 10);

/** Returns the page on which a text is printed in lines. */
export function asReading({ words, numbers }: InventedText): PageReading {
  const wordsPerLine = 8;
  const printed: ReadWord[] = [...words, ...numbers].map((text, index) => {
    const [left, top] = [50 + 62 * (index % wordsPerLine), 60 + 14 * Math.floor(index / wordsPerLine)];
    return { text, box: [left, top, left + 6 * text.length, top + 10], confidence: 95, line: 0 };
  });
  const rest = { source: "text" as const, language: "en", confidence: 95, readability: null, turn: 0 as const };
  return { page: 1, width: 595, height: 842, lines: [], words: printed, facts: [], ...rest };
}

/** Returns a UUIDv7 of an instant. */
export function idAt(ms: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
