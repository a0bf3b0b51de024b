import type { Alphabet } from "./alphabet.ts";
import type { Tensor } from "./models.ts";

/** A character that was read in the picture of a line. */
export interface Character {
  text: string;
  /** Probability, from 0 to 1. */
  confidence: number;
  /** Of the characters that look like it, those that are possible as well, with their probabilities. */
  others: readonly { text: string; confidence: number }[];
  /** Middle, in pixels from the left. */
  x: number;
  /** How much a space is expected before it: the sum of its probabilities since the character before. */
  spaceBefore: number;
}

/** Less probable characters are not told. */
const possible = 0.005;

/**
 * Reads the characters of a line from the network's answer. At each step of a few pixels it gives the probability of
 * each character, and of none; the most probable one counts once for neighbouring steps (Graves and others, 2006,
 * "connectionist temporal classification", decoded greedily). Spaces are not characters.
 * @param width of the picture, in pixels
 */
export function charactersIn({ data, dims }: Tensor, width: number, { texts, textOf, space }: Alphabet): Character[] {
  const [, steps = 0, classes = 0] = dims;
  const characters: Character[] = [];
  const sums = new Float32Array(texts.length);
  let [previous, spaceSum] = [0, 0];
  for (let step = 0; step < steps; step++) {
    sums.fill(0);
    for (let index = 0; index < classes; index++) {
      const text = textOf[index] ?? -1;
      if (text >= 0) sums[text] = (sums[text] ?? 0) + (data[step * classes + index] ?? 0);
    }
    const best = sums.reduce((most, sum, text) => (sum > (sums[most] ?? 0) ? text : most), 0);
    if (space >= 0) spaceSum += sums[space] ?? 0;
    if (best !== 0 && best !== space) {
      const confidence = sums[best] ?? 0;
      const x = ((step + 0.5) * width) / steps;
      const last = characters.at(-1);
      if (best === previous && last) {
        // the middle between its first and this step
        last.x = (last.x * 2 + width / steps) / 2;
        last.confidence = Math.max(last.confidence, confidence);
      } else {
        characters.push({
          text: texts[best] ?? "",
          confidence,
          others: othersIn(sums, best, texts),
          x,
          spaceBefore: spaceSum,
        });
      }
      spaceSum = sums[space] ?? 0;
    }
    previous = best;
  }
  return characters;
}

function othersIn(sums: Float32Array, best: number, texts: string[]): Character["others"] {
  const others: { text: string; confidence: number }[] = [];
  for (let text = 1; text < sums.length; text++) {
    const confidence = sums[text] ?? 0;
    if (text !== best && confidence >= possible) others.push({ text: texts[text] ?? "", confidence });
  }
  return others;
}
