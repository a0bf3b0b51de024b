/** Letters that Unicode does not take apart into a letter and an accent. */
const singleLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const singleLetter = new RegExp(`[${Object.keys(singleLetters).join("")}]`, "g");

/** Nearly all words; the rest of the work takes ten times as long. */
const plain = /^[ -~]*$/;

/** Returns the text in lower case without accents, so that "Café" and "CAFE" are the same. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(singleLetter, (letter) => singleLetters[letter] ?? letter);
}
