import iconv from "iconv-lite";

const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
const letter = /\p{L}/u;

/** Letters that belong to one small language each, or to none: where they are frequent, another encoding was meant. */
const rare = new Set("ðþýÿÐÞÝ×÷ģķļņőűśżńŗ");
const apostrophes = new Set("’ʼ");
/** Signs that stand before an amount or behind one. */
const money = new Set("£€¥");

/**
 * How much a text in one of the alphabets reads like one, told by its letters beyond ASCII: they stand within words, small letters
 * after small ones, and no signs in the middle of words.
 * @returns between -2 and 1; 1 where there is nothing beyond ASCII
 */
export function plausibility(text: string): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character < "\u0080" || character === "\u00a0" || character === "\u00ad") continue;
    count++;
    sum += worth(character, text.charAt(at - 1), text.charAt(at + 1));
  }
  return count === 0 ? 1 : sum / count;
}

function worth(character: string, before: string, after: string): number {
  if (character < "\u00a0" || character === "\ufffd") return -2;
  if (rare.has(character)) return -0.5;
  if (lower.test(character)) return upper.test(before) && upper.test(after) ? -1 : 1;
  if (upper.test(character)) return lower.test(before) ? -1 : 1;
  if (letter.test(character)) return 1; // alphabets without capitals
  if (/\p{M}/u.test(character)) return letter.test(before) ? 1 : -1;
  if (apostrophes.has(character)) return 1;
  if (money.has(character)) return letter.test(before) && letter.test(after) ? -1 : 1;
  if (letter.test(before) && letter.test(after)) return -1;
  // Quotes, dashes, dots and degrees stand at the edges of words; boxes, blocks and foreign currencies stand nowhere.
  if (/[“‘«„‚]/.test(character)) return letter.test(before) ? -1 : 1;
  if (/[”»]/.test(character)) return letter.test(after) ? -1 : 1;
  if (/[\u2010-\u2026°·•§®©™№½¼¾±]/u.test(character)) return 1;
  return letter.test(before) || letter.test(after) ? -1 : -0.3;
}

/** Encodings of DOS, of old Macintoshes, of the Baltic and of short Polish texts, for which the library has no statistics or poor ones. */
const unlisted = ["cp850", "cp866", "cp852", "macintosh", "windows-1257", "windows-1250", "iso-8859-2"] as const;

const central = new Set(["windows-1250", "iso-8859-2"]);

/** What a guess must fall below before another is looked for, and what that one has to be better by. */
export const doubtful = 0.6;
export const better = 0.3;
/** Icelandic reads nearly as well as Lithuanian does. */
const sureOfBaltic = 0.95;

/** @returns an encoding that reads clearly better than the one that was guessed */
export function morePlausible(sample: Buffer, guessed: string): string | undefined {
  const score = plausibility(iconv.decode(sample, guessed));
  if (score >= doubtful) return undefined;
  const scored = unlisted
    .map((name) => ({ name, score: plausibility(iconv.decode(sample, name)) }))
    .filter(({ name, score }) => name !== "windows-1257" || score > sureOfBaltic)
    // The apostrophe of a Macintosh is a letter of Turkish there, for which this DOS was not made.
    .filter(({ name }) => name !== "cp850" || !iconv.decode(sample, name).includes("ı"))
    // Nearly every line of Polish has this letter; Icelandic, which reads nearly as well, has none.
    .filter(({ name }) => !central.has(name) || /ł/i.test(iconv.decode(sample, name)));
  const best = scored.reduce((one, other) => (other.score > one.score + 0.02 ? other : one), { name: "", score: -2 });
  return best.score >= doubtful && best.score - score >= better ? best.name : undefined;
}
