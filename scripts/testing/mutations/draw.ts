import { createHash } from "node:crypto";
import type { Mutation } from "./operators.ts";

/** A file, as a path from the root, and its possible mutations. */
export interface MutableFile {
  path: string;
  mutations: Mutation[];
}

export interface Drawn {
  path: string;
  mutation: Mutation;
}

/** Returns a generator of integers from 0 to `limit` - 1, which are the same for the same seed on every machine. */
function randomNumbers(seed: string): (limit: number) => number {
  let count = 0;
  return (limit) => createHash("sha256").update(`${seed} ${count++}`).digest().readUIntBE(0, 6) % limit;
}

/**
 * Draws random mutations: first a line, with equal probability for each line that has mutations, then one of its
 * operators, then what replaces it. No line is drawn twice.
 * @param seed the same seed and files give the same result
 */
export function drawMutations(files: MutableFile[], count: number, seed: string): Drawn[] {
  const lines = files.flatMap(({ path, mutations }) =>
    [...Map.groupBy(mutations, ({ line }) => line).values()].map((choices) => ({ path, choices })),
  );
  const random = randomNumbers(seed);
  const drawn: Drawn[] = [];
  while (drawn.length < count && lines.length > 0) {
    const [line] = lines.splice(random(lines.length), 1);
    const operators = [...Map.groupBy(line?.choices ?? [], ({ start, end }) => `${start} ${end}`).values()];
    const replacements = operators[random(operators.length)] ?? [];
    const mutation = replacements[random(replacements.length)];
    if (line && mutation) drawn.push({ path: line.path, mutation });
  }
  return drawn;
}
