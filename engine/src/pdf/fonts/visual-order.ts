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
  const characters = [...text];
  const isBaseRight = rightToLeft.test(characters.find((character) => leftToRight.test(character)) ?? "");
  const runs: { isRight: boolean; characters: string[] }[] = [];
  characters.forEach((character, index) => {
    const isRight = directionAt(characters, index, isBaseRight);
    const last = runs.at(-1);
    if (last?.isRight === isRight) last.characters.push(character);
    else runs.push({ isRight, characters: [character] });
  });
  const seen = runs.map(({ isRight, characters: run }) =>
    isRight ? run.toReversed().map((character) => pairs[character] ?? character) : run,
  );
  return (isBaseRight ? seen.toReversed() : seen).flat().join("");
}

/** Whether a character belongs to a right-to-left run. */
function directionAt(characters: string[], index: number, isBaseRight: boolean): boolean {
  const strong = (character: string): boolean | undefined => {
    if (rightToLeft.test(character)) return true;
    return leftToRight.test(character) || /\p{Nd}/u.test(character) ? false : undefined;
  };
  const own = strong(characters[index] ?? "");
  if (own !== undefined) return own;
  const before = characters.slice(0, index).findLast((character) => strong(character) !== undefined);
  const after = characters.slice(index + 1).find((character) => strong(character) !== undefined);
  const [left, right] = [strong(before ?? ""), strong(after ?? "")];
  const isInNumber = number.test(characters[index] ?? "") && left === false && right === false;
  if (isInNumber) return false;
  return left === right && left !== undefined ? left : isBaseRight;
}
