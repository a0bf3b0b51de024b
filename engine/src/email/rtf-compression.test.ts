import { expect, test } from "vitest";
import { decompressRtf } from "./rtf-compression.ts";

const dictionaryStart = 207;

/** Packed text: letters as they are, and references to what was written before, as [position, length]. */
function packed(parts: (string | [from: number, length: number])[], size = 1_000_000, kind = "LZFu"): Buffer {
  type Token = number | [from: number, length: number];
  const tokens = parts.flatMap((part): Token[] => (typeof part === "string" ? [...Buffer.from(part)] : [part]));
  const bytes: number[] = [];
  for (let at = 0; at < tokens.length; at += 8) {
    const group = tokens.slice(at, at + 8);
    bytes.push(group.reduce((bits: number, token, bit) => bits | (typeof token === "number" ? 0 : 1 << bit), 0));
    for (const token of group) {
      if (typeof token === "number") bytes.push(token);
      else bytes.push(token[0] >> 4, ((token[0] & 15) << 4) | (token[1] - 2));
    }
  }
  const head = Buffer.alloc(16);
  head.writeUInt32LE(bytes.length + 12, 0);
  head.writeUInt32LE(size, 4);
  head.write(kind, 8, "latin1");
  return Buffer.concat([head, Buffer.from(bytes)]);
}
const text = (bytes: Buffer, most = 1_000_000) => decompressRtf(bytes, most)?.toString("latin1");

test("references are to what every text begins with, and to what was written", () => {
  expect(text(packed(["ab", [0, 6], "cdefg", [dictionaryStart, 2], "h"]))).toBe("ab{\\rtf1cdefgabh");
  expect(text(packed([[12, 17]])), "the longest").toBe("mac\\deff0\\deftab7");
  expect(text(packed([[dictionaryStart - 3, 3]])), "the end of what it begins with").toBe("\\tx");
});

test("a reference may repeat what it writes itself", () => {
  expect(text(packed(["ab", [dictionaryStart, 9], "c"]))).toBe("abababababac");
});

test("the dictionary is written again from its start after 4096 bytes", () => {
  const letters = Array.from({ length: 4096 }, (_, at) => String.fromCharCode(33 + (at % 89))).join("");
  const at = (place: number) => letters[(place - dictionaryStart + 4096) % 4096];
  const across = [4094, 4095, 0, 1].map(at).join("");
  expect(text(packed([letters, [4094, 4]]))).toBe(letters + across);
  expect(text(packed([letters, [5, 2]]))).toBe(`${letters}${at(5)}${at(6)}`);
});

test("a reference to the place that is written next ends the text", () => {
  expect(text(packed(["abc", [dictionaryStart + 3, 2], "d"]))).toBe("abc");
  expect(text(packed(["abc", [dictionaryStart + 2, 2], "d"]))).toBe("abcccd");
});

test("text ends with the file, within a reference too", () => {
  const bytes = packed(["abc", [dictionaryStart, 3]]);
  expect(text(bytes)).toBe("abcabc");
  expect(text(bytes.subarray(0, -1))).toBe("abc");
  expect(text(bytes.subarray(0, -2))).toBe("abc");
  expect(text(bytes.subarray(0, 17))).toBe("");
  expect(text(bytes.subarray(0, 16))).toBe("");
  expect(decompressRtf(bytes.subarray(0, 15), 1000)).toBe(null);
});

test("no more is read than stated, or than the limit", () => {
  expect(text(packed(["abcdefghij"], 9))).toBe("abcdefghi");
  expect(text(packed(["ab", [dictionaryStart, 9]], 5))).toBe("ababa");
  expect(text(packed(["abcdefghij"]), 4)).toBe("abcd");
});

test("text that is stored as it is, is read to its stated size", () => {
  const stored = Buffer.concat([packed([], 5, "MELA"), Buffer.from("words and more")]);
  expect(text(stored)).toBe("words");
  expect(text(stored, 3)).toBe("wor");
  expect(decompressRtf(packed([], 5, "LZF?"), 10)).toBe(null);
});
