import type { Warning } from "@sheaf/contracts/refusals.ts";
import chardet from "chardet";
import iconv from "iconv-lite";
import { better, doubtful, morePlausible, plausibility } from "./plausible.ts";
import { decodeSevenBit, isSevenBit, sevenBitEncoding } from "./seven-bit.ts";
import { encodingBySpelling } from "./spelling.ts";

export interface DecodedText {
  /** Without a byte order mark; line ends as in the file. */
  text: string;
  /** An encoding's usual name. */
  encoding: string;
  /** False where another encoding would read about as well: the reader should look at accents and signs. */
  sure: boolean;
}

const marks: [Buffer, string][] = [
  [Buffer.from([0xff, 0xfe, 0, 0]), "utf-32le"],
  [Buffer.from([0, 0, 0xfe, 0xff]), "utf-32be"],
  [Buffer.from([0xef, 0xbb, 0xbf]), "utf-8"],
  [Buffer.from([0xff, 0xfe]), "utf-16le"],
  [Buffer.from([0xfe, 0xff]), "utf-16be"],
];

/** What a decoder puts in the place of bytes that make no character. */
const unreadable = "\ufffd";

/** What is looked at to guess: later bytes seldom change the verdict. */
const sampleBytes = 256 * 1024;

/** @returns the words, their encoding, and whether that is more than a guess */
export function decodeText(bytes: Buffer): DecodedText {
  const { encoding, sure } = detectEncoding(bytes);
  const written = withoutPadding(bytes);
  const decoded = isSevenBit(encoding) ? decodeSevenBit(written, encoding) : iconv.decode(written, encoding);
  const text = decoded.replace(/\0{1,3}$/, "");
  return { text, encoding, sure: sure && unread(bytes, text, encoding) === 0 };
}

/** How many characters could not be read. Those that a program before us could not read are written in UTF-8 as what they became. */
function unread(bytes: Buffer, text: string, encoding: string): number {
  const shown = text.split(unreadable).length - 1;
  if (shown === 0 || encoding !== "utf-8") return shown;
  return shown - (bytes.toString("latin1").split("\u00ef\u00bf\u00bd").length - 1);
}

/**
 * Byte order mark, UTF-32 and UTF-16 by their zero bytes, escapes into other letters, valid UTF-8, then a guess that starts from where
 * the files come from: offices in the United Kingdom, whose older programs write Windows-1252.
 */
export function detectEncoding(padded: Buffer): { encoding: string; sure: boolean } {
  const bytes = withoutPadding(padded);
  const mark = marks.find(([start]) => bytes.subarray(0, start.length).equals(start));
  if (mark) return { encoding: mark[1], sure: true };

  const sample = bytes.subarray(0, sampleBytes);
  const known = unmarkedUtf32(sample) ?? unmarkedUtf16(sample) ?? sevenBitEncoding(sample);
  if (known !== undefined) return { encoding: known, sure: true };
  if (isUtf8(bytes)) return { encoding: "utf-8", sure: true };
  if (isInjuredUtf8(bytes)) return { encoding: "utf-8", sure: false };
  return guess(sample);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Banks cut a description to so many bytes, within a character, and downloads break off. Text in another encoding is told apart by its
 * letters beyond ASCII, hardly any of which make a character of UTF-8.
 */
function isInjuredUtf8(bytes: Uint8Array): boolean {
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
 * Mainframes fill up their last block with zeros, and broken disks the end of a file. Only behind lines of text, which programs and empty
 * blocks lack, and in whole characters of any encoding, which may end in zeros themselves.
 */
function withoutPadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const written = bytes.subarray(0, Math.ceil(end / 4) * 4);
  return written.includes("\n") || written.includes("\r") ? written : bytes;
}

/** Four bytes of any other text make next to never a character, let alone all of them. */
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

/** Latin text in UTF-16 has a zero in every other byte, and line ends and spaces give away the rest. */
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

/** Encodings of several bytes a character, as chardet names them and iconv-lite reads them. */
const manyBytes = new Set(["Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GB18030"]);
/** Cyrillic, Greek, Hebrew and Arabic. */
const notInLatin = /^(windows-125[1356]|ISO-8859-[5-8]|KOI8-R)$/;

/**
 * Lines of boxes are letters that nobody writes eight times elsewhere. Every DOS draws the same ones: which it was is told by the words
 * in them, where Russian programs have whole words of letters that others have one of.
 */
function boxesOfDos(sample: Buffer): string | undefined {
  const bytes = sample.toString("latin1");
  if (!/\xc4{8}|\xcd{8}/.test(bytes)) return undefined;
  const score = (encoding: string) => plausibility(iconv.decode(sample, encoding).replaceAll(partOfBox, " "));
  const words = bytes.match(/[\x80-\xaf\xe0-\xf1]+/g) ?? [];
  if (words.join("").length > wordsOfLetters * words.length) return score("cp866") >= doubtful ? "cp866" : undefined;
  const [usual, western, central] = [score("cp437"), score("cp850"), score("cp852")];
  if (Math.max(western, central) < usual + better) return "cp437";
  return central > western ? "cp852" : "cp850";
}

/** Within a word it is a letter of another encoding. */
const partOfBox = /(?<!\p{L})[\u2500-\u259f]|[\u2500-\u259f](?!\p{L})/gu;

function guess(sample: Buffer): { encoding: string; sure: boolean } {
  const boxed = boxesOfDos(sample);
  if (boxed !== undefined) return { encoding: boxed, sure: false };
  const first = likeliest(sample);
  if (manyBytes.has(first.encoding)) {
    // A word of DOS or of a Macintosh may read as one of thousands of ideographs by chance; a whole text of them may not.
    const alphabetic = morePlausible(sample, "windows-1252");
    const isAlphabetic = alphabetic !== undefined && plausibility(iconv.decode(sample, alphabetic)) > 0.9;
    return isAlphabetic ? { encoding: alphabetic, sure: false } : first;
  }
  const spelt = inLatin.test(first.encoding) ? encodingBySpelling(sample) : undefined;
  const other = spelt ?? morePlausible(sample, first.encoding);
  return other === undefined ? first : { encoding: other, sure: false };
}

const inLatin = /^(windows-125[024]|ISO-8859-(2|9|15))$/;

function likeliest(sample: Buffer): { encoding: string; sure: boolean } {
  const shape = highBytes(sample);
  if (shape.dosPounds > 0 && shape.dosPounds === shape.controls)
    return { encoding: "cp850", sure: shape.total === shape.dosPounds };

  const ranked = chardet.analyse(sample).filter(({ name }) => iconv.encodingExists(name));
  const averageRun = shape.total / Math.max(1, shape.runs);
  // A Latin reading with control characters or quotes inside words is none.
  const mayBeAsian = shape.inWords > 0 || shape.total > 2 * shape.runs;
  const mayBeOther = averageRun > wordsOfLetters && shape.total > 8;
  const others = mayBeOther ? ranked.filter(({ name }) => notInLatin.test(name)) : [];
  const readable = ranked.find(({ name }) => {
    if (manyBytes.has(name)) return mayBeAsian && decodesCleanly(sample, name) && readsAsAsian(sample, name);
    return others.some((one) => one.name === name) && decodesCleanly(sample, name) && readsAsWords(sample, name);
  });
  const foreign = readable ?? others[0];
  if (foreign && manyBytes.has(foreign.name)) return { encoding: foreign.name, sure: foreign.confidence >= 50 };
  if (foreign) {
    // The Ukrainian form has letters where the Russian one has pieces of boxes.
    const encoding = foreign.name === "KOI8-R" ? "koi8-u" : foreign.name;
    return { encoding, sure: foreign.confidence >= 40 && shape.total > 40 };
  }

  const best = (names: RegExp) => ranked.find(({ name }) => names.test(name));
  const western = best(/^(windows-1252|ISO-8859-1)$/);
  const eastern = best(/^(windows-1250|windows-1254|ISO-8859-2|ISO-8859-9)$/);
  const margin = (eastern?.confidence ?? 0) - (western?.confidence ?? 0);
  if (eastern && shape.total >= 10 && eastern.confidence >= 25 && margin >= 10)
    return { encoding: eastern.name, sure: false };
  // Where Windows has the sign for any currency, which nobody writes, this one has the euro.
  if (shape.controls === 0 && shape.anyCurrency > 0) return { encoding: "ISO-8859-15", sure: shape.total > 2 };
  return { encoding: "windows-1252", sure: shape.inWords === 0 && (margin <= 0 || shape.total < 10) };
}

/**
 * Bytes above 127 that follow each other, on the average: in Cyrillic, Greek, Hebrew or Arabic whole words are made of them; in western
 * languages one accent stands among plain letters.
 */
const wordsOfLetters = 2.2;

/** How the bytes above 127 lie, read as Windows-1252. */
function highBytes(sample: Uint8Array) {
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
    // The pound of DOS (code page 437 and 850) is "œ" in Windows: nobody writes that before an amount.
    if (byte === 0x9c && !isLetter(before) && ((after >= 48 && after <= 57) || after === 45)) count.dosPounds++;
    const isMark = byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d;
    const isQuoteInWord = byte < 0xa0 && byte !== 0x92 && byte !== 0x96 && after >= 0xa0 && before >= 0x80;
    if (isMark || isQuoteInWord) count.inWords++;
  }
  return count;
}

/** The sample may end in the middle of a character. */
const decodesCleanly = (sample: Buffer, encoding: string) =>
  !iconv.decode(sample, encoding).slice(0, -2).includes(unreadable);

const readsAsWords = (sample: Buffer, encoding: string) => plausibility(iconv.decode(sample, encoding)) >= doubtful;

/** Most characters that are not ASCII are ideographs, kana or hangul. */
function readsAsAsian(sample: Buffer, encoding: string): boolean {
  const others = iconv.decode(sample, encoding).match(/[^\0-\x7f]/gu) ?? [];
  const asian = others.filter((character) => /[\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]/.test(character)).length;
  return asian > (others.length - asian) * 4;
}

/** Control characters that text may have: tab, line ends, vertical tab, form feed, backspace, escape and the old end mark. */
const inText = new Set("\b\t\n\v\f\r\u001a\u001b");

function controls(text: string): number {
  return (text.match(/\p{Cc}/gu) ?? []).filter((character) => !inText.has(character)).length;
}

/**
 * Whether bytes without any signature are text. Random bytes are an eighth control characters; real text has next to none.
 * @param bytes the whole file or its beginning
 */
export function looksLikeText(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 65_536);
  const { text, encoding } = decodeText(sample);
  return controls(text) + unread(sample, text, encoding) <= text.length / 100;
}

/** Whether decoded text has nothing to print. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\u200b\ufeff]/u.test(text);
}

const spoken: Record<string, string> = {
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

/** What the reader is told when the encoding is a guess. */
export function encodingWarning({ encoding, sure }: DecodedText): Warning[] {
  if (sure) return [];
  const name = spoken[encoding] ?? encoding;
  const text = `The character encoding was guessed as ${name}: check accents and currency signs.`;
  return [{ code: "encoding-guessed", text }];
}
