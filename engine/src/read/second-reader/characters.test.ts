import { describe, expect, test } from "vitest";
import { alphabetOf } from "./alphabet.ts";
import { charactersIn } from "./characters.ts";

const network = ["", "A", "B", "Ａ", "中", "0", "O", " "];
const alphabet = alphabetOf(network);

/** The network's answer: for each step the probabilities of some characters; the rest is "none". */
function answer(...steps: Record<string, number>[]) {
  const data = new Float32Array(steps.length * network.length);
  for (const [step, probabilities] of steps.entries()) {
    const rest = 1 - Object.values(probabilities).reduce((sum, one) => sum + one, 0);
    data[step * network.length] = rest;
    for (const [text, probability] of Object.entries(probabilities)) {
      data[step * network.length + network.indexOf(text)] = probability;
    }
  }
  return charactersIn({ data, dims: [1, steps.length, network.length] }, steps.length * 8, alphabet);
}
const textOf = (characters: { text: string }[]) => characters.map(({ text }) => text).join("");

describe("characters of a line", () => {
  test("neighbouring steps are one character, and a character after none is another one", () => {
    expect(textOf(answer({ A: 0.9 }, { A: 0.8 }, {}, { A: 0.9 }, { B: 0.9 }))).toBe("AAB");
  });

  test("a character is in the middle of its steps, with the best of their probabilities", () => {
    const [first] = answer({}, { A: 0.6 }, { A: 0.8 }, { A: 0.7 }, {});
    expect(first).toMatchObject({ x: 20, confidence: expect.closeTo(0.8) });
  });

  test("forms of the same letter are counted together, and other scripts are left out", () => {
    expect(textOf(answer({ A: 0.3, Ａ: 0.3, B: 0.35 }))).toBe("A");
    expect(textOf(answer({ 中: 0.6, B: 0.3 }))).toBe("B");
  });

  test("tells how much a space is expected, without a character for it", () => {
    const [, second, third] = answer({ A: 0.9 }, { " ": 0.3 }, { " ": 0.4 }, { B: 0.9 }, {}, { A: 0.9 });
    expect(second).toMatchObject({ text: "B", spaceBefore: expect.closeTo(0.7) });
    expect(third?.spaceBefore).toBeCloseTo(0);
    expect(textOf(answer({ A: 0.9 }, { " ": 0.9 }, { A: 0.9 }))).toBe("AA");
  });

  test("tells the characters that are possible as well", () => {
    const [digit] = answer({ "0": 0.7, O: 0.2 });
    expect(digit?.others).toEqual([{ text: "O", confidence: expect.closeTo(0.2) }]);
  });
});
