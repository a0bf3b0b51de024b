const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const leftToRight = /\p{L}/u;
const number = /[\p{Nd}.,:/-]/u;
const pairs: Record<string, string> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
};

/**
 * Reorders the characters of a line for display, a simple form of the Unicode Bidirectional Algorithm: letters and
 * numbers keep their direction, everything else follows its neighbours.
 */
export function visualOrder(text: string): string {
  if (!rightToLeft.test(text)) return text;
  const letters = [...text];
  const isBaseRight = rightToLeft.test(letters.find((letter) => leftToRight.test(letter)) ?? "");
  const runs: { isRight: boolean; letters: string[] }[] = [];
  letters.forEach((letter, index) => {
    const isRight = directionAt(letters, index, isBaseRight);
    const last = runs.at(-1);
    if (last?.isRight === isRight) last.letters.push(letter);
    else runs.push({ isRight, letters: [letter] });
  });
  const seen = runs.map(({ isRight, letters: run }) =>
    isRight ? run.toReversed().map((letter) => pairs[letter] ?? letter) : run,
  );
  return (isBaseRight ? seen.toReversed() : seen).flat().join("");
}

/** Whether a character belongs to a right-to-left run. */
function directionAt(letters: string[], index: number, isBaseRight: boolean): boolean {
  const strong = (letter: string): boolean | undefined => {
    if (rightToLeft.test(letter)) return true;
    return leftToRight.test(letter) || /\p{Nd}/u.test(letter) ? false : undefined;
  };
  const own = strong(letters[index] ?? "");
  if (own !== undefined) return own;
  const before = letters.slice(0, index).findLast((letter) => strong(letter) !== undefined);
  const after = letters.slice(index + 1).find((letter) => strong(letter) !== undefined);
  const [left, right] = [strong(before ?? ""), strong(after ?? "")];
  const isInNumber = number.test(letters[index] ?? "") && left === false && right === false;
  if (isInNumber) return false;
  return left === right && left !== undefined ? left : isBaseRight;
}
