import { describe, expect, test } from "vitest";
import { emptyTrueType } from "./empty-true-type.ts";

const font = emptyTrueType();

/** The sum of words of four bytes; bytes that are missing at the end are zeros. */
function sumOf(bytes: Buffer): number {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) % 2 ** 32;
  return sum;
}
const tables = new Map(
  Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const [checksum, offset, length] = [4, 8, 12].map((field) => font.readUInt32BE(at + field));
    const data = font.subarray(offset, (offset ?? 0) + (length ?? 0));
    return [font.toString("latin1", at, at + 4), { checksum, offset, data }] as const;
  }),
);
const hexOf = (name: string) => tables.get(name)?.data.toString("hex");

describe("the empty font", () => {
  test("begins as TrueType does, with its eight tables in order of their names", () => {
    expect(font.subarray(0, 12).toString("hex")).toBe("000100000008008000030000");
    expect([...tables.keys()]).toEqual(["cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post"]);
  });

  test("has tables one after the other, at multiples of four bytes", () => {
    let end = 12 + 16 * 8;
    for (const { offset, data } of tables.values()) {
      expect(offset).toBe(end);
      end += Math.ceil(data.length / 4) * 4;
    }
    expect(font).toHaveLength(end);
  });

  test("has the check sums of its tables, and that of the whole", () => {
    for (const [name, { checksum, data }] of tables) {
      const plain = Buffer.from(data);
      if (name === "head") plain.writeUInt32BE(0, 8);
      expect(checksum, name).toBe(sumOf(plain));
    }
    expect(sumOf(font)).toBe(0xb1b0afba);
  });

  test("maps no character, and has two empty glyphs half an em wide", () => {
    expect(hexOf("cmap")).toBe(
      ["0000", "0001", "0003", "0001", "0000000c", "0004", "0018", "0000", "0002", "0002", "0000", "0000"].join("") +
        ["ffff", "0000", "ffff", "0001", "0000"].join(""),
    );
    expect(hexOf("glyf")).toBe("00000000");
    expect(hexOf("hmtx")).toBe("01f4000001f40000");
    expect(hexOf("loca")).toBe("000000000000");
    expect(hexOf("maxp")).toBe(
      `00010000${["0002", "0000", "0000", "0000", "0000", "0001"].join("")}${"0000".repeat(8)}`,
    );
  });

  test("is 1,000 units high, from 200 below the baseline to 800 above it", () => {
    const head = tables.get("head")?.data.toString("hex") ?? "";
    expect(head.slice(0, 16)).toBe("0001000000010000");
    expect(head.slice(24)).toBe(
      `5f0f3cf5${"0003"}${"03e8"}${"00".repeat(16)}${["0000", "ff38", "01f4", "0320", "0000", "0008", "0002", "0000", "0000"].join("")}`,
    );
    expect(hexOf("hhea")).toBe(
      `00010000${["0320", "ff38", "0000", "01f4", "0000", "0000", "01f4", "0001"].join("")}${"0000".repeat(7)}0002`,
    );
    expect(hexOf("post")).toBe(`0003000000000000${"0000".repeat(2)}00000001${"00000000".repeat(4)}`);
  });
});
