/** A number in which a reader may have taken digits for letters, or the pound sign for a letter. */
const number = /^([(+-]?)(?:[Ef]|([£€$]|RM))?([\dOolI|.,/:-]*\d[\dOolI|.,/:-]*)([)-]?)$/;
const digits: Readonly<Record<string, string>> = { O: "0", o: "0", l: "1", I: "1", "|": "1" };

/**
 * Puts digits where a reader of pictures took them for letters: "1O.5l" is "10.51", "E48.20" is "48.20". Only words
 * whose other characters are mostly digits are numbers.
 */
export function withDigits(text: string): string {
  const match = number.exec(text);
  if (!match) return text;
  const [, before = "", sign = "", body = "", after = ""] = match;
  const letters = body.replace(/[^OolI|]/g, "").length;
  const figures = body.replace(/\D/g, "").length;
  const isPound = /^[(+-]?[Ef]/.test(text);
  if (letters > figures || (isPound && !/^\d{1,3}(?:,?\d{3})*\.\d\d$/.test(body))) return text;
  return before + sign + body.replace(/[OolI|]/g, (letter) => digits[letter] ?? letter) + after;
}
