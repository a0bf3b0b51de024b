import { createHash } from "node:crypto";
import type { Mutation } from "./operators.ts";

/** A file, from the root, and where it can be broken. */
export interface Breakable {
  path: string;
  mutations: Mutation[];
}

export interface Drawn {
  path: string;
  mutation: Mutation;
}

/** Whole numbers from 0 to below `limit`, the same for the same seed everywhere. */
function randomNumbers(seed: string): (limit: number) => number {
  let count = 0;
  return (limit) => createHash("sha256").update(`${seed} ${count++}`).digest().readUIntBE(0, 6) % limit;
}

/**
 * Mutations drawn at random: first a line, each that can be broken being as likely as any other, then one of its
 * mutations. No line is drawn twice.
 * @param seed chooses; the same seed and files draw the same
 */
export function drawMutations(files: Breakable[], count: number, seed: string): Drawn[] {
  const lines = files.flatMap(({ path, mutations }) =>
    [...Map.groupBy(mutations, ({ line }) => line).values()].map((choices) => ({ path, choices })),
  );
  const random = randomNumbers(seed);
  const drawn: Drawn[] = [];
  while (drawn.length < count && lines.length > 0) {
    const [line] = lines.splice(random(lines.length), 1);
    const mutation = line?.choices[random(line.choices.length)];
    if (line && mutation) drawn.push({ path: line.path, mutation });
  }
  return drawn;
}
