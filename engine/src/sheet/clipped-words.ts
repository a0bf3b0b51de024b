import { readFile } from "node:fs/promises";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { type PrintedText, printedParts } from "../office/printed-texts.ts";
import { firstPassing } from "./binary-search.ts";
import type { PlacedText } from "./clippable-texts.ts";
import { columnLetters } from "./xlsx-writer.ts";

/** A sheet and those of its texts that may not fit into their cells. */
export interface SheetTexts {
  name: string;
  texts: PlacedText[];
}

/**
 * Warns of words that are missing on paper because their cells clip them. An estimate says which texts may be clipped;
 * the printed pages show whether they are.
 * @param pdfPath the PDF as LibreOffice wrote it
 */
export async function cutWordsWarnings(sheets: SheetTexts[], pdfPath: string): Promise<Warning[]> {
  const clippable = sheets.filter(({ texts }) => texts.length > 0);
  if (clippable.length === 0) return [];
  const pdf = await readFile(pdfPath);
  try {
    const printed = printedParts(pdf);
    return clippable.flatMap(({ name, texts }) => {
      const part = printed.find(({ title }) => title === name);
      return part ? warning(name, cutWords(texts, [...part.texts()].flat())) : [];
    });
  } catch {
    return []; // A page whose text cannot be read is no reason to refuse the file.
  }
}

/** Maximum number of columns in the warning, which names those with the most missing words. */
const maxNamedColumns = 5;

/** @param words number of missing words by column */
function warning(name: string, words: Map<number, number>): Warning[] {
  const columns = [...words].sort(([one, count], [other, otherCount]) => otherCount - count || one - other);
  if (columns.length === 0) return [];
  const counted = (count: number) => `${count.toLocaleString("en-GB")} ${count === 1 ? "word" : "words"}`;
  const places = columns
    .slice(0, maxNamedColumns)
    .map(([column, count]) => `${counted(count)} in column ${columnLetters(column - 1)}`);
  const others = columns.slice(maxNamedColumns);
  const left = others.reduce((sum, [, count]) => sum + count, 0);
  if (left > 0)
    places.push(`${counted(left)} in ${others.length === 1 ? "another column" : `${others.length} other columns`}`);
  const where = [places.slice(0, -1).join(", "), places.at(-1)].filter(Boolean).join(" and ");
  const text = `On sheet “${name}” words are cut off because their cells are too small: ${where}. Make these columns wider or their rows higher, and replace the file.`;
  return [{ code: "words-cut", text }];
}

/** A text without spaces and control characters, for comparing: lines break at spaces, which are not always drawn. */
const comparable = (text: string) =>
  isPlain.test(text) ? text : text.normalize("NFKC").replaceAll(/[\s\p{Cf}\p{Cc}]/gu, "");
/** Most texts are numbers and words of ASCII, which stay as they are. */
const isPlain = /^[!-~]*$/;
const splitWords = (text: string) => text.normalize("NFKC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/**
 * @param tight texts of a sheet that may be clipped. @param printed the texts drawn on its pages
 * @returns the number of missing words by column
 */
export function cutWords(clippable: PlacedText[], printed: PrintedText[]): Map<number, number> {
  const cells = Map.groupBy(clippable, ({ text }) => comparable(text));
  const { whole, rest } = wholeTexts([...cells.keys()], printed);
  const partsOf = partFinder(rest);
  const seen = new Map<PrintedText, string[]>(rest.map((one) => [one, splitWords(one.seen)]));
  const missing = new Map<number, number>();
  for (const [key, found] of cells) {
    const cut = found.slice(whole.get(key) ?? 0);
    const drawn = cut[0] ? partsOf(key, cut[0].inLines) : [];
    if (drawn.length === 0) continue; // not found on the pages: drawn in another order, or not printed
    for (const { text, column } of cut) {
      for (const word of splitWords(text)) {
        if (!drawn.some((one) => takeWord(seen.get(one) ?? [], word)))
          missing.set(column, (missing.get(column) ?? 0) + 1);
      }
    }
  }
  return missing;
}

/** Removes a word from the visible ones. @returns whether it was there */
function takeWord(words: string[], word: string): boolean {
  const index = words.indexOf(word);
  if (index >= 0) words.splice(index, 1);
  return index >= 0;
}

/** Number of letters by which drawn texts are indexed. */
const indexed = 3;

/**
 * @returns a function that finds the drawn parts of a text: its beginning or end, clipped at the edges of a cell, or
 * some of its lines. Lines that do not fit are not drawn at all.
 */
function partFinder(rest: PrintedText[]): (key: string, inLines: boolean) => PrintedText[] {
  // A shorter text is indexed under all its letters, an empty one under "".
  const byStart = Map.groupBy(
    rest.map((one) => ({ one, drawn: comparable(one.text) })),
    ({ drawn }) => drawn.slice(0, indexed),
  );
  const startingAt = (key: string, at: number) =>
    [1, 2, indexed]
      .flatMap((length) => (at + length <= key.length ? (byStart.get(key.slice(at, at + length)) ?? []) : []))
      .filter(({ drawn }) => key.startsWith(drawn, at));
  return (key, inLines) => {
    const found = new Set<PrintedText>();
    let isCut = false;
    for (let at = 0; at < key.length; at++) {
      for (const { one, drawn } of startingAt(key, at)) {
        const isEdge = at === 0 || at + drawn.length === key.length;
        if (isEdge ? !one.isClipped && !inLines : drawn.length < indexed) continue;
        isCut ||= inLines || (isEdge && one.isClipped);
        found.add(one);
      }
    }
    return isCut ? [...found] : [];
  };
}

/**
 * Counts the texts that are complete on paper, in one piece or in consecutive lines.
 * @returns the counts, and all other drawn texts
 */
function wholeTexts(keys: string[], printed: PrintedText[]): { whole: Map<string, number>; rest: PrintedText[] } {
  const sorted = keys.toSorted();
  /** @returns the first key that does not sort before a text */
  const firstFrom = (text: string) => sorted[firstPassing(0, sorted.length, (index) => (sorted[index] ?? "") >= text)];
  const pieces = printed.map(({ text, seen }) => ({
    text: comparable(text),
    isWhole: seen === text || comparable(seen) === comparable(text),
  }));
  const whole = new Map<string, number>();
  const rest: PrintedText[] = [];
  for (let index = 0; index < printed.length; ) {
    let joined = "";
    let last: { key: string; behind: number } | undefined;
    for (let next = index; pieces[next]?.isWhole; next++) {
      joined += pieces[next]?.text ?? "";
      const key = joined === "" ? undefined : firstFrom(joined);
      if (joined !== "" && !key?.startsWith(joined)) break;
      if (key === joined) last = { key, behind: next + 1 };
    }
    if (last) whole.set(last.key, (whole.get(last.key) ?? 0) + 1);
    else rest.push(...printed.slice(index, index + 1));
    index = last?.behind ?? index + 1;
  }
  return { whole, rest };
}
