import type { Unprinted } from "./file-text.ts";
import type { FileWords } from "./file-words.ts";
import { hasShown, hasWord, type PdfWords } from "./pdf-words.ts";

/** Why a word may be missing on the engine's pages. */
export type Allowed =
  | Unprinted
  | "absent from LibreOffice's PDF too"
  | "a number of LibreOffice's pages"
  | "recalculated by LibreOffice";

/** LibreOffice's own PDF of a file. */
export interface OfficePdf {
  words: PdfWords;
  pages: number;
  /** When it was made. */
  from: Date;
  to: Date;
}

/**
 * Finds words of a file, and of LibreOffice's PDF of it, that are not on the engine's pages.
 * @returns the number of words that may be missing by reason, and the words that may not
 */
export function lostWords(file: FileWords, ours: PdfWords, office: OfficePdf) {
  const allowed = new Map<Allowed, number>();
  const lost: string[] = [];
  const judge = (word: string, why: Allowed | undefined) => {
    if (why === undefined) lost.push(word);
    else allowed.set(why, (allowed.get(why) ?? 0) + 1);
  };
  for (const [word, unprinted] of file.words) {
    if (hasWord(ours, word)) continue;
    judge(word, unprinted ?? (hasWord(office.words, word) ? undefined : "absent from LibreOffice's PDF too"));
  }
  const clock = clockWords(office.from, office.to);
  for (const word of office.words.all) {
    if (file.words.has(word) || hasShown(ours, word)) continue;
    const isPage = /^\d+$/.test(word) && Number(word) <= office.pages;
    const isComputed = file.computes || isInserted(word) || clock.has(word);
    judge(word, isPage ? "a number of LibreOffice's pages" : isComputed ? "recalculated by LibreOffice" : undefined);
  }
  return { allowed, lost };
}

/**
 * Returns whether a word is text that LibreOffice inserts itself: for a formula ("Err:502", "#NAME?"), a field ("Error:
 * Reference source not found") or a pivot table ("(empty)", "Total Result").
 */
const isInserted = (word: string) =>
  /^err\d{3}$|^(?:name|value|ref|num|div0|error|reference|source|not|found|empty|total|result)$/.test(word);

/** Returns the date and the times at which LibreOffice printed, as fields show them. */
function clockWords(from: Date, to: Date): Set<string> {
  const words = new Set<string>();
  const minuteMs = 60_000;
  for (let at = from.getTime() - minuteMs; at <= to.getTime() + minuteMs; at += 1000) {
    const now = new Date(at);
    const two = (value: number) => String(value).padStart(2, "0");
    const [day, month, year] = [now.getDate(), now.getMonth() + 1, now.getFullYear()];
    const hours = [now.getHours(), now.getHours() % 12 || 12].flatMap((hour) => [two(hour), String(hour)]);
    for (const hour of hours) {
      const time = hour + two(now.getMinutes());
      for (const one of [time, time + two(now.getSeconds())])
        for (const half of ["", "am", "pm"]) words.add(one + half);
    }
    for (const style of ["long", "short"] as const) {
      words.add(now.toLocaleDateString("en-GB", { month: style }).toLowerCase());
      words.add(now.toLocaleDateString("en-GB", { weekday: style }).toLowerCase());
    }
    for (const one of [day, two(day), month, two(month), year, year % 100]) words.add(String(one));
    for (const shownYear of [String(year), two(year % 100)]) {
      for (const [first, second] of [
        [day, month],
        [month, day],
      ] as const) {
        words.add(two(first) + two(second) + shownYear).add(`${first}${second}${shownYear}`);
      }
      words.add(shownYear + two(month) + two(day));
    }
  }
  return words;
}
