import { isUtf8 } from "node:buffer";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import chardet from "chardet";
import iconv from "iconv-lite";
import { doubtfulScore, findMorePlausible, minImprovement, plausibility } from "./plausible.ts";
import { decodeSevenBit, isSevenBit, sevenBitEncoding } from "./seven-bit.ts";
import { detectBySpelling } from "./spelling.ts";

export interface DecodedText {
  /** Without a byte order mark; line ends as in the file. */
  text: string;
  /** Common name of the encoding. */
  encoding: string;
  /** False for a guess: the reader should check accents and signs. */
  sure: boolean;
}

const marks: [Buffer, string][] = [
  [Buffer.from([0xff, 0xfe, 0, 0]), "utf-32le"],
  [Buffer.from([0, 0, 0xfe, 0xff]), "utf-32be"],
  [Buffer.from([0xef, 0xbb, 0xbf]), "utf-8"],
  [Buffer.from([0xff, 0xfe]), "utf-16le"],
  [Buffer.from([0xfe, 0xff]), "utf-16be"],
];

/** The replacement character, which decoders write for invalid bytes. */
const unreadable = "\ufffd";

/** Bytes that are examined to guess an encoding; later ones seldom change the result. */
const sampleBytes = 256 * 1024;

/** Detects the encoding of a text and decodes it. */
export function decodeText(bytes: Buffer): DecodedText {
  const { encoding, sure } = detectEncoding(bytes);
  const written = removePadding(bytes);
  const decoded = isSevenBit(encoding) ? decodeSevenBit(written, encoding) : iconv.decode(written, encoding);
  const text = decoded.replace(/\0{1,3}$/, "");
  return { text, encoding, sure: sure && countUnreadable(bytes, text, encoding) === 0 };
}

/**
 * Counts the characters that could not be decoded, without replacement characters that the file itself contains in
 * UTF-8.
 */
function countUnreadable(bytes: Buffer, text: string, encoding: string): number {
  const shown = text.split(unreadable).length - 1;
  if (shown === 0 || encoding !== "utf-8") return shown;
  return shown - (bytes.toString("latin1").split("\u00ef\u00bf\u00bd").length - 1);
}

/**
 * Detects an encoding by its byte order mark, by the zero bytes of UTF-32 and UTF-16, by escape sequences of seven-bit
 * encodings, and as valid UTF-8; else guesses, starting from Windows-1252, which older programs in the United Kingdom
 * write.
 */
export function detectEncoding(padded: Buffer): { encoding: string; sure: boolean } {
  const bytes = removePadding(padded);
  const mark = marks.find(([start]) => bytes.subarray(0, start.length).equals(start));
  if (mark) return { encoding: mark[1], sure: true };

  const sample = bytes.subarray(0, sampleBytes);
  const known = unmarkedUtf32(sample) ?? unmarkedUtf16(sample) ?? sevenBitEncoding(sample);
  if (known !== undefined) return { encoding: known, sure: true };
  if (isUtf8(bytes)) return { encoding: "utf-8", sure: true };
  if (isDamagedUtf8(bytes)) return { encoding: "utf-8", sure: false };
  return guess(sample);
}

/**
 * Whether a text is UTF-8 with a few invalid bytes: banks cut descriptions within a character, and downloads are
 * interrupted. In another encoding hardly any byte beyond ASCII is part of a valid UTF-8 character.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let [good, bad] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === unreadable) bad++;
    else if (text.charCodeAt(at) >= 0x80) good++;
  }
  const isCutShort = bad === 1 && good > 0 && text.endsWith(unreadable);
  return isCutShort || bad * 10 <= good;
}

/**
 * Removes zero bytes at the end, with which mainframes pad the last block and broken disks the end of a file: only
 * after lines of text, which binary files lack, and only in multiples of four bytes, since a character may end in
 * zeros.
 */
function removePadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const written = bytes.subarray(0, Math.ceil(end / 4) * 4);
  return written.includes("\n") || written.includes("\r") ? written : bytes;
}

/** Detects UTF-32 without a byte order mark: in other encodings four bytes hardly ever form a valid character. */
function unmarkedUtf32(sample: Buffer): "utf-32le" | "utf-32be" | undefined {
  const units = Math.floor(sample.length / 4);
  if (units < 2 || !sample.includes(0)) return undefined;
  const isEvery = (read: (at: number) => number) => {
    for (let unit = 0; unit < units; unit++) {
      const code = read(unit * 4);
      if (code === 0 || code > 0x10ffff) return false;
    }
    return true;
  };
  if (isEvery((at) => sample.readUInt32LE(at))) return "utf-32le";
  return isEvery((at) => sample.readUInt32BE(at)) ? "utf-32be" : undefined;
}

/** Detects UTF-16 without a byte order mark: Latin letters, line ends and spaces have a zero in every other byte. */
function unmarkedUtf16(sample: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros = [0, 0];
  const units = Math.floor(sample.length / 2);
  for (let at = 0; at < units * 2; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (units < 2) return undefined;
  if (odd > units * 0.1 && even * 20 < odd) return "utf-16le";
  if (even > units * 0.1 && odd * 20 < even) return "utf-16be";
  return undefined;
}

/** Multi-byte encodings by the names of chardet, which iconv-lite also knows. */
const manyBytes = new Set(["Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GB18030"]);
/** Encodings for Cyrillic, Greek, Hebrew and Arabic. */
const notInLatin = /^(windows-125[1356]|ISO-8859-[5-8]|KOI8-R)$/;

/**
 * Detects DOS text by its box-drawing lines: in other encodings they would be eight equal letters in a row. They are
 * the same in all code pages, so the words decide which one it is; whole words of letters beyond ASCII are Russian.
 */
function findDosBoxes(sample: Buffer): string | undefined {
  const bytes = sample.toString("latin1");
  if (!/\xc4{8}|\xcd{8}/.test(bytes)) return undefined;
  const score = (encoding: string) => plausibility(iconv.decode(sample, encoding).replaceAll(partOfBox, " "));
  const words = bytes.match(/[\x80-\xaf\xe0-\xf1]+/g) ?? [];
  if (words.join("").length > minAverageRun * words.length)
    return score("cp866") >= doubtfulScore ? "cp866" : undefined;
  const [usual, western, central] = [score("cp437"), score("cp850"), score("cp852")];
  if (Math.max(western, central) < usual + minImprovement) return "cp437";
  return central > western ? "cp852" : "cp850";
}

/** A box-drawing character that is not within a word, where it is a letter of another encoding. */
const partOfBox = /(?<!\p{L})[\u2500-\u259f]|[\u2500-\u259f](?!\p{L})/gu;

function guess(sample: Buffer): { encoding: string; sure: boolean } {
  const boxed = findDosBoxes(sample);
  if (boxed !== undefined) return { encoding: boxed, sure: false };
  const first = guessByStatistics(sample);
  if (manyBytes.has(first.encoding)) {
    // Single words of DOS or Macintosh text may read as ideographs by chance, a whole text does not.
    const alphabetic = findMorePlausible(sample, "windows-1252");
    const isAlphabetic = alphabetic !== undefined && plausibility(iconv.decode(sample, alphabetic)) > 0.9;
    return isAlphabetic ? { encoding: alphabetic, sure: false } : first;
  }
  const bySpelling = inLatin.test(first.encoding) ? detectBySpelling(sample) : undefined;
  const other = bySpelling ?? findMorePlausible(sample, first.encoding);
  return other === undefined ? first : { encoding: other, sure: false };
}

const inLatin = /^(windows-125[024]|ISO-8859-(2|9|15))$/;

function guessByStatistics(sample: Buffer): { encoding: string; sure: boolean } {
  const shape = countHighBytes(sample);
  if (shape.dosPounds > 0 && shape.dosPounds === shape.controls)
    return { encoding: "cp850", sure: shape.total === shape.dosPounds };

  const ranked = chardet.analyse(sample).filter(({ name }) => iconv.encodingExists(name));
  const averageRun = shape.total / Math.max(1, shape.runs);
  // Latin text has no control characters or quotes inside words.
  const mayBeAsian = shape.inWords > 0 || shape.total > 2 * shape.runs;
  const mayBeOther = averageRun > minAverageRun && shape.total > 8;
  const others = mayBeOther ? ranked.filter(({ name }) => notInLatin.test(name)) : [];
  const readable = ranked.find(({ name }) => {
    if (manyBytes.has(name)) return mayBeAsian && decodesCleanly(sample, name) && readsAsAsian(sample, name);
    return others.some((one) => one.name === name) && decodesCleanly(sample, name) && readsAsWords(sample, name);
  });
  const foreign = readable ?? others[0];
  if (foreign && manyBytes.has(foreign.name)) return { encoding: foreign.name, sure: foreign.confidence >= 50 };
  if (foreign) {
    // KOI8-U has letters where KOI8-R has box-drawing characters.
    const encoding = foreign.name === "KOI8-R" ? "koi8-u" : foreign.name;
    return { encoding, sure: foreign.confidence >= 40 && shape.total > 40 };
  }

  const best = (names: RegExp) => ranked.find(({ name }) => names.test(name));
  const western = best(/^(windows-1252|ISO-8859-1)$/);
  const eastern = best(/^(windows-1250|windows-1254|ISO-8859-2|ISO-8859-9)$/);
  const margin = (eastern?.confidence ?? 0) - (western?.confidence ?? 0);
  if (eastern && shape.total >= 10 && eastern.confidence >= 25 && margin >= 10)
    return { encoding: eastern.name, sure: false };
  // ISO 8859-15 has the euro where Windows-1252 has the generic currency sign, which is hardly ever used.
  if (shape.controls === 0 && shape.anyCurrency > 0) return { encoding: "ISO-8859-15", sure: shape.total > 2 };
  return { encoding: "windows-1252", sure: shape.inWords === 0 && (margin <= 0 || shape.total < 10) };
}

/**
 * Average number of consecutive bytes above 127 from which on a text may be Cyrillic, Greek, Hebrew or Arabic, where
 * whole words consist of them. In western languages, single accented letters are among plain ones.
 */
const minAverageRun = 2.2;

/** Counts the bytes above 127 by their position, read as Windows-1252. */
function countHighBytes(sample: Uint8Array) {
  const count = { total: 0, runs: 0, controls: 0, dosPounds: 0, inWords: 0, anyCurrency: 0 };
  const isLetter = (byte: number) => (byte | 32) >= 97 && (byte | 32) <= 122;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    const before = sample[at - 1] ?? 32;
    const after = sample[at + 1] ?? 32;
    count.total++;
    if (before < 0x80) count.runs++;
    if (byte < 0xa0) count.controls++;
    if (byte === 0xa4 && !isLetter(before) && !isLetter(after)) count.anyCurrency++;
    // The pound of DOS (code pages 437 and 850) is "œ" in Windows, which never precedes an amount.
    if (byte === 0x9c && !isLetter(before) && ((after >= 48 && after <= 57) || after === 45)) count.dosPounds++;
    const isMark = byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d;
    const isQuoteInWord = byte < 0xa0 && byte !== 0x92 && byte !== 0x96 && after >= 0xa0 && before >= 0x80;
    if (isMark || isQuoteInWord) count.inWords++;
  }
  return count;
}

/** Whether a sample has no invalid bytes; it may end in the middle of a character. */
const decodesCleanly = (sample: Buffer, encoding: string) =>
  !iconv.decode(sample, encoding).slice(0, -2).includes(unreadable);

const readsAsWords = (sample: Buffer, encoding: string) =>
  plausibility(iconv.decode(sample, encoding)) >= doubtfulScore;

/** Whether most characters beyond ASCII are ideographs, kana or hangul. */
function readsAsAsian(sample: Buffer, encoding: string): boolean {
  const others = iconv.decode(sample, encoding).match(/[^\0-\x7f]/gu) ?? [];
  const asian = others.filter((character) => /[\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]/.test(character)).length;
  return asian > (others.length - asian) * 4;
}

/**
 * Control characters that text may hold: tab, line ends, vertical tab, form feed, backspace, escape and end of file.
 */
const textControls = new Set("\b\t\n\v\f\r\u001a\u001b");

function controls(text: string): number {
  return (text.match(/\p{Cc}/gu) ?? []).filter((character) => !textControls.has(character)).length;
}

/**
 * Whether bytes without a signature are text. An eighth of random bytes are control characters; text has hardly any.
 * @param bytes the whole file or its beginning
 */
export function looksLikeText(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 65_536);
  const { text, encoding } = decodeText(sample);
  return controls(text) + countUnreadable(sample, text, encoding) <= text.length / 100;
}

/** Whether a decoded text prints nothing. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\u200b\ufeff]/u.test(text);
}

const displayNames: Record<string, string> = {
  cp437: "DOS (437)",
  cp850: "DOS (850)",
  cp852: "Central European DOS (852)",
  cp866: "Cyrillic DOS (866)",
  "iso-8859-2": "Central European (ISO 8859-2)",
  macintosh: "Macintosh",
  "utf-8": "UTF-8",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1257": "Baltic (Windows-1257)",
};

/** Returns a warning when the encoding was guessed. */
export function encodingWarning({ encoding, sure }: DecodedText): Warning[] {
  if (sure) return [];
  const name = displayNames[encoding] ?? encoding;
  const text = `The character encoding was guessed as ${name}: check accents and currency signs.`;
  return [{ code: "encoding-guessed", text }];
}
