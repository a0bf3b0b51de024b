/**
 * How many forms each letter has in Unicode's block of Arabic presentation forms B, which lists them one after the
 * other from U+FE80 on: isolated and at the end of a word, and for letters that join on both sides at its start and
 * within it.
 */
const formCounts: [firstLetter: number, counts: string][] = [
  [0x621, "12222424244444222244444444"],
  [0x641, "4444444224"],
];
/** Letters of Persian and Urdu, whose forms are in the block of presentation forms A. */
const furtherForms: [letter: number, firstForm: number, count: number][] = [
  [0x67e, 0xfb56, 4],
  [0x686, 0xfb7a, 4],
  [0x698, 0xfb8a, 2],
  [0x6a9, 0xfb8e, 4],
  [0x6af, 0xfb92, 4],
  [0x6cc, 0xfbfc, 4],
];

const forms = new Map<string, { first: number; count: number }>(
  furtherForms.map(([letter, first, count]) => [String.fromCodePoint(letter), { first, count }]),
);
let nextForm = 0xfe80;
for (const [firstLetter, counts] of formCounts) {
  for (const [index, count] of [...counts].entries()) {
    forms.set(String.fromCodePoint(firstLetter + index), { first: nextForm, count: Number(count) });
    nextForm += Number(count);
  }
}

const lam = "\u0644";
/** The isolated form of lam with an alef, which are always written as one. */
const lamWith = new Map([
  ["\u0622", 0xfef5],
  ["\u0623", 0xfef7],
  ["\u0625", 0xfef9],
  ["\u0627", 0xfefb],
]);

/** Lengthens the line between two letters. */
const tatweel = "\u0640";
const isMark = (character: string) => /\p{Mn}/u.test(character);
const joinsNext = (character: string | undefined) =>
  character === tatweel || (forms.get(character ?? "")?.count ?? 0) === 4;
const joinsPrevious = (character: string | undefined) =>
  character === tatweel || (forms.get(character ?? "")?.count ?? 0) >= 2;

/** Replaces Arabic letters by the forms in which they join their neighbours; other text stays as it is. */
export function joinArabic(text: string): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text;
  const characters = [...text];
  const letters = characters.flatMap((character, index) => (isMark(character) ? [] : [index]));
  const joined = [...characters];
  for (let at = 0; at < letters.length; at++) {
    const index = letters[at] ?? 0;
    const letterAt = (position: number) => characters[letters[position] ?? -1];
    const [letter, next] = [letterAt(at), letterAt(at + 1)];
    const own = forms.get(letter ?? "");
    const isAfter = joinsNext(letterAt(at - 1));
    const ligature = letter === lam ? lamWith.get(next ?? "") : undefined;
    if (ligature !== undefined) {
      joined[index] = String.fromCodePoint(ligature + (isAfter ? 1 : 0));
      joined[letters[at + 1] ?? -1] = "";
      at++; // an alef does not join what follows
    } else if (own && own.count > 1) {
      const isBefore = own.count === 4 && joinsPrevious(next);
      joined[index] = String.fromCodePoint(own.first + (isAfter ? 1 : 0) + (isBefore ? 2 : 0));
    }
  }
  return joined.join("");
}

/** Returns the letter of a form, so that copied text has the letters of the file. */
export function letterOfForm(codePoint: number): number {
  if (codePoint < 0xfb50 || codePoint > 0xfefc) return codePoint;
  const [letter = codePoint, ...more] = [...String.fromCodePoint(codePoint).normalize("NFKC")].map(
    (character) => character.codePointAt(0) ?? codePoint,
  );
  return more.length === 0 ? letter : codePoint;
}
