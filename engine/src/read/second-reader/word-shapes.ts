import type { Character } from "./characters.ts";

/** Digits and the letters that look like them. */
const letterOf: Record<string, string> = { "0": "O", "1": "I", "5": "S", "8": "B" };
const digitOf: Record<string, string> = { O: "0", o: "0", D: "0", I: "1", l: "1", i: "1", S: "5", B: "8" };

/**
 * Corrects a digit among letters and a letter among digits where the network thought of the other one as well:
 * "INV0ICE", "2l.00".
 */
export function withLikelyShapes(characters: readonly Character[]): Character[] {
  const letters = characters.filter(({ text }) => /\p{L}/u.test(text)).length;
  const digits = characters.filter(({ text }) => /\p{N}/u.test(text)).length;
  return characters.map((character) => {
    if (letters >= 2 && digits === 1) return replaced(character, letterOf);
    return digits >= 2 && letters === 1 ? replaced(character, digitOf) : character;
  });
}

function replaced(character: Character, by: Record<string, string>): Character {
  const wanted = by[character.text];
  const other = character.others.find(({ text }) => text.toUpperCase() === wanted?.toUpperCase());
  return other ? { ...character, text: other.text } : character;
}
