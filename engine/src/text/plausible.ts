import iconv from "iconv-lite";

const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
const letter = /\p{L}/u;

/** Characters of one small language each, or of none: frequent only when the encoding is wrong. */
const rare = new Set("ðþýÿÐÞÝ×÷ģķļņőűśżńŗ");
const apostrophes = new Set("’ʼ");
/** Signs before or after an amount. */
const money = new Set("£€¥");

/**
 * Scores how plausible a text in one of the alphabets is, by its characters beyond ASCII: letters within words, lower
 * case after lower case, and no symbols inside words.
 * @returns from -2 to 1; 1 where all is ASCII
 */
export function plausibility(text: string): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character < "\u0080" || character === "\u00a0" || character === "\u00ad") continue;
    count++;
    sum += scoreCharacter(character, text.charAt(at - 1), text.charAt(at + 1));
  }
  return count === 0 ? 1 : sum / count;
}

function scoreCharacter(character: string, before: string, after: string): number {
  if (character < "\u00a0" || character === "\ufffd") return -2;
  if (rare.has(character)) return -0.5;
  if (lower.test(character)) return upper.test(before) && upper.test(after) ? -1 : 1;
  if (upper.test(character)) return lower.test(before) ? -1 : 1;
  if (letter.test(character)) return 1; // alphabets without capitals
  if (/\p{M}/u.test(character)) return letter.test(before) ? 1 : -1;
  if (apostrophes.has(character)) return 1;
  if (money.has(character)) return letter.test(before) && letter.test(after) ? -1 : 1;
  if (letter.test(before) && letter.test(after)) return -1;
  // Quotes, dashes, dots and degree signs occur at the edges of words; boxes, blocks and other currencies are unlikely
  // anywhere.
  if (/[“‘«„‚]/.test(character)) return letter.test(before) ? -1 : 1;
  if (/[”»]/.test(character)) return letter.test(after) ? -1 : 1;
  if (/[\u2010-\u2026°·•§®©™№½¼¾±]/u.test(character)) return 1;
  return letter.test(before) || letter.test(after) ? -1 : -0.3;
}

/** Encodings for which chardet has no statistics or poor ones: DOS, Macintosh, Baltic, and short Polish texts. */
const candidates = ["cp850", "cp866", "cp852", "macintosh", "windows-1257", "windows-1250", "iso-8859-2"] as const;

const central = new Set(["windows-1250", "iso-8859-2"]);

/** Below this score another encoding is sought, whose score must be higher by `minImprovement`. */
export const doubtfulScore = 0.6;
export const minImprovement = 0.3;
/** Minimum score of the Baltic encoding, in which Icelandic reads nearly as well as Lithuanian. */
const sureOfBaltic = 0.95;

/** @returns an encoding with a clearly higher score than the guessed one; undefined where there is none */
export function findMorePlausible(sample: Buffer, guessed: string): string | undefined {
  const score = plausibility(iconv.decode(sample, guessed));
  if (score >= doubtfulScore) return undefined;
  const scored = candidates
    .map((name) => ({ name, score: plausibility(iconv.decode(sample, name)) }))
    .filter(({ name, score }) => name !== "windows-1257" || score > sureOfBaltic)
    // Code page 850 turns the apostrophe of Macintosh into "ı", which no text in code page 850 has.
    .filter(({ name }) => name !== "cp850" || !iconv.decode(sample, name).includes("ı"))
    // Nearly every line of Polish has "ł"; Icelandic, which scores nearly as high, has none.
    .filter(({ name }) => !central.has(name) || /ł/i.test(iconv.decode(sample, name)));
  const best = scored.reduce((one, other) => (other.score > one.score + 0.02 ? other : one), { name: "", score: -2 });
  return best.score >= doubtfulScore && best.score - score >= minImprovement ? best.name : undefined;
}
