import { expect, test } from "vitest";
import { createCharacterCodes } from "./character-codes.ts";
import { addInvisibleFont } from "./invisible-font.ts";
import { visualOrder } from "./visual-order.ts";

test("a character has the code of its UTF-16 unit, and half of one that of an unknown character", () => {
  const codes = createCharacterCodes();
  expect(codes.encode("A€").toString("hex")).toBe("004120ac");
  expect(codes.encode("\ud7ff\ue000").toString("hex")).toBe("d7ffe000");
  expect(codes.encode("\ud800x\udfff").toString("hex")).toBe("fffd0078fffd");
  expect([...codes.used()].map(([code, text]) => `${code.toString(16)} ${text}`)).toEqual([
    "41 A",
    "20ac €",
    "d7ff \ud7ff",
    "e000 \ue000",
    "fffd \ufffd",
    "78 x",
  ]);
});

test("characters beyond the basic plane have free codes, the same one each time", () => {
  const codes = createCharacterCodes();
  expect(codes.encode("😀𝟛😀").toString("hex")).toBe("d800d801d800");
  expect(codes.used().get(0xd801)).toBe("𝟛");
});

test("there are 2,048 free codes, and one more character is an unknown one", () => {
  const codes = createCharacterCodes();
  const many = Array.from({ length: 2_049 }, (_, at) => String.fromCodePoint(0x10000 + at)).join("");
  expect(codes.encode(many).subarray(-6).toString("hex")).toBe("dffedffffffd");
});

test("the font says what each code means, a hundred entries in a block", () => {
  const codes = createCharacterCodes();
  codes.encode(Array.from({ length: 101 }, (_, at) => String.fromCodePoint(0x1f600 + at)).join(""));
  codes.encode("éA€Ł");
  const objects: string[] = [];
  const streams = new Map<number, Uint8Array>();
  const number = addInvisibleFont(codes, {
    addObject: (body) => objects.push(body) + 100,
    addPackedStream: (_entries, data) => {
      streams.set(streams.size + 1, data);
      return streams.size;
    },
  });
  expect(number).toBe(103);
  const [program, glyphs, map] = [...streams.values()];
  expect(program).toHaveLength(352);
  expect(glyphs).toHaveLength(131_072);
  expect([glyphs?.[0], glyphs?.[1], glyphs?.[2], glyphs?.[131_071]]).toEqual([0, 1, 0, 1]);
  const text = Buffer.from(map ?? []).toString();
  expect(text).toContain(
    "\n3 beginbfrange\n<0000> <00ff> <0000>\n<0100> <01ff> <0100>\n<2000> <20ff> <2000>\nendbfrange\n",
  );
  expect(text).toContain("\n100 beginbfchar\n<d800> <d83dde00>\n<d801> <d83dde01>\n");
  expect(text).toContain("endbfchar\n1 beginbfchar\n<d864> <d83dde64>\nendbfchar\nendcmap");
  expect(objects[1]).toContain("/DW 500 ");
});

test.each([
  ["Total", "Total"],
  ["שלום", "םולש"],
  ["שלום12.50", "12.50םולש"],
  ["abc", "abc"],
])("%s is written %s from left to right", (text, visual) => {
  expect(visualOrder(text)).toBe(visual);
});
