/**
 * How surprising each Latin letter is after another, in half bits (-2 · log2 of its share among the letters that follow
 * it), as digits to base 36: a row for the first letter, a column for the second. A pair counts as in the language in
 * which it is least surprising, so that text of any of them is as usual as the next.
 *
 * Counted in the Universal Declaration of Human Rights in English, German, French, Spanish, Italian, Dutch, Polish and
 * Swedish (about 75,000 letters, as published by the Unicode project), accents left out, with 0.3 added to each count.
 */
const rows = [
  "5a65d999789483mbg465696mc7",
  "67gd1gdc4ag4gd4gg4aa9ggg5g",
  "7h9h5hh03855hg3hhag66hhh83",
  "5gd91fce2ga8g64di59c7bdi65",
  "9d667b6b566583eab44598bdf7",
  "49a956a95aaaaa2aa4a24aaaaa",
  "4gg81g925f96g42gg6b83gcggd",
  "2eee2eee6cd8c41ee4d45e8eee",
  "59672d59f475945da775b8cemc",
  "39971996793994499989399999",
  "49992999499698499856599999",
  "3dd93cah4b83c55ebh976e9k7b",
  "38ia2ii93bec6e67ic797aiici",
  "4c845c4e2dccc86hed64a9fm78",
  "h84685785dc65366i4485a4jd9",
  "5cfb36bc7ff6aa35f3ae8bffef",
  "99999999999999999999099999",
  "3ab739bc4b9ab84dlb767a9l75",
  "5d595ae66e59ca47gb536d8jc5",
  "5ghf3eb44g89f94fj7849b6j58",
  "557757bd5b957257h674bc78d9",
  "29991999399999399699999999",
  "49992993399998499979899969",
  "79895999599996749996999999",
  "59455889996667199637997999",
  "29885999299897599998299956",
] as const;

const firstLetter = 97;

/**
 * Returns how many pairs of letters a text has and how surprising they are on average, in bits. Words of the counted
 * languages take about 3 bits, letters that stand for others more than 3.7.
 * @param words of at least four letters count, in any case, with or without accents
 */
export function surpriseOf(words: readonly string[]): { pairs: number; bits: number } {
  let pairs = 0;
  let halfBits = 0;
  for (const run of words.flatMap(latinRuns)) {
    for (let index = 1; index < run.length; index++) {
      const row = rows[run.charCodeAt(index - 1) - firstLetter] ?? "";
      halfBits += Number.parseInt(row.charAt(run.charCodeAt(index) - firstLetter), 36);
      pairs += 1;
    }
  }
  return { pairs, bits: pairs === 0 ? 0 : halfBits / 2 / pairs };
}

const otherLetters: Record<string, string> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Returns the runs of at least four Latin letters, in lower case and without accents. */
function latinRuns(word: string): string[] {
  const plain = word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßłøæœđı]/g, (letter) => otherLetters[letter] ?? letter);
  return plain.match(/[a-z]{4,}/g) ?? [];
}
