import { deflateSync } from "node:zlib";
import { PDFContext, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { MB } from "@sheaf/contracts/limits.ts";
import { describe, expect, test } from "vitest";
import { contentStreams, decodeContent, filtersOf, inflate, isPlainFlate } from "./streams.ts";

const context = PDFContext.create();
const object = (entries: object): PDFObject => context.obj(entries as never);
const stream = (entries: object, data: Uint8Array = Buffer.alloc(0)) => PDFRawStream.of(object(entries) as never, data);

/** Data that does not shrink, so that a missing byte is part of it. */
const words = Buffer.from("Damson tart with cream");
const packed = deflateSync(words);

/** Encodes as LZW with codes of nine bits: clear, each byte as it is, end. */
function lzw(text: string): Buffer {
  const bits = [256, ...Buffer.from(text), 257].map((code) => code.toString(2).padStart(9, "0")).join("");
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

describe("Flate data", () => {
  test.each<[string, Buffer, string | undefined]>([
    ["is unpacked", packed, words.toString()],
    ["without its checksum is unpacked", packed.subarray(0, -4), words.toString()],
    ["with half of its checksum is unpacked", packed.subarray(0, -2), words.toString()],
    ["that is empty is unpacked to nothing", Buffer.alloc(0), ""],
    ["with a wrong checksum is damaged", Buffer.concat([packed.subarray(0, -1), Buffer.from([0])]), undefined],
    ["truncated in the middle is damaged", packed.subarray(0, -8), undefined],
    ["that is none is damaged", Buffer.from("Damson"), undefined],
  ])("%s", (_what, data, text) => expect(inflate(data)?.toString()).toBe(text));

  test.each([
    ["with its checksum", 0],
    ["without its checksum", 4],
  ])("%s may unpack to the limit and no further", (_what, missing) => {
    const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes));
    const cut = (data: Buffer) => data.subarray(0, data.length - missing);
    expect(inflate(cut(zeros(MB)), MB)).toHaveLength(MB);
    expect(() => inflate(cut(zeros(MB + 1)), MB)).toThrow(
      expect.objectContaining({
        reason: "too-large",
        detail: "has a page whose content unpacks to more than 1 MB. Print it to a new PDF and replace it.",
      }),
    );
  });
});

test.each([
  ["none", {}, [], false],
  ["one", { Filter: "FlateDecode" }, ["/FlateDecode"], true],
  ["one in a list", { Filter: ["FlateDecode"] }, ["/FlateDecode"], true],
  ["one with its short name", { Filter: ["Fl"] }, ["/Fl"], true],
  ["another one", { Filter: "LZWDecode" }, ["/LZWDecode"], false],
  ["several", { Filter: ["AHx", "Fl"] }, ["/AHx", "/Fl"], false],
  ["what is no name", { Filter: [1, "Fl"] }, ["/Fl"], true],
])("the filters of a stream that has %s, and whether it is plain Flate", (_what, entries, filters, isPlain) => {
  expect(filtersOf(stream(entries)).map(String)).toEqual(filters);
  expect(isPlainFlate(stream(entries))).toBe(isPlain);
});

test("the content of a page is one stream or several, and everything else is left out", () => {
  const [one, other] = [stream({}), stream({})];
  const content = (Contents: unknown) => contentStreams(object({ Contents }) as never);
  expect(content(one)).toEqual([one]);
  expect(content([context.register(one), 7, other])).toEqual([one, other]);
  expect(content(7)).toEqual([]);
});

test.each<[string, object, Buffer]>([
  ["no filter", {}, Buffer.from("Hello")],
  ["Flate", { Filter: "FlateDecode" }, deflateSync("Hello")],
  ["ASCII base-85", { Filter: "A85" }, Buffer.from("87cURDZ~>")],
  ["hexadecimal digits", { Filter: "AHx" }, Buffer.from("48656C6C6F>")],
  ["LZW", { Filter: "LZW" }, lzw("Hello")],
  ["runs", { Filter: "RL" }, Buffer.from([4, ...Buffer.from("Hello"), 128])],
  ["two filters", { Filter: ["AHx", "Fl"] }, Buffer.from(`${deflateSync("Hello").toString("hex")}>`)],
  [
    "a predictor",
    { Filter: "Fl", DecodeParms: { Predictor: 12, Columns: 5 } },
    deflateSync(Buffer.from([2, ...Buffer.from("Hello")])),
  ],
  [
    "a predictor of the second filter",
    { Filter: ["AHx", "Fl"], DecodeParms: [null, { Predictor: 12, Columns: 5 }] },
    Buffer.from(`${deflateSync(Buffer.from([2, ...Buffer.from("Hello")])).toString("hex")}>`),
  ],
  [
    "a predictor of another filter than Flate",
    { Filter: ["AHx"], DecodeParms: { Predictor: 12, Columns: 5 } },
    Buffer.from("0248656C6C6F>"),
  ],
])("content with %s is decoded", (_what, entries, data) => {
  const { data: decoded, whole } = decodeContent(stream(entries, data));
  expect([decoded.toString(), whole]).toEqual(["Hello", true]);
});

test("damaged Flate data is decoded as far as possible, and content with an unknown filter is empty", () => {
  const half = decodeContent(stream({ Filter: "Fl" }, packed.subarray(0, -12)));
  expect([half.whole, words.toString().startsWith(half.data.toString()), half.data.length > 8]).toEqual([
    false,
    true,
    true,
  ]);
  const altered = decodeContent(stream({ Filter: "Fl" }, Buffer.concat([packed.subarray(0, -4), Buffer.alloc(4)])));
  expect([altered.data.toString(), altered.whole]).toEqual([words.toString(), false]);
  expect(decodeContent(stream({ Filter: ["Fl", "Damson"] }, packed))).toEqual({ data: Buffer.alloc(0), whole: false });
});

test("content after damaged data stays damaged", () => {
  const digits = Buffer.from("48656C6C6F>");
  const checkless = Buffer.concat([deflateSync(digits).subarray(0, -4), Buffer.alloc(4)]);
  const { data, whole } = decodeContent(stream({ Filter: ["Fl", "AHx"] }, checkless));
  expect([data.toString(), whole]).toEqual(["Hello", false]);
});

test("content of another filter than Flate that unpacks to more than 64 MB is refused", () => {
  const runOf128 = Buffer.from([129, 0]); // ISO 32000-2, 7.4.5: the next byte is repeated 257 - 129 times
  const runs = (bytes: number) => stream({ Filter: "RL" }, Buffer.alloc((bytes / 128) * 2, runOf128));
  expect(decodeContent(runs(64 * MB)).data).toHaveLength(64 * MB);
  expect(() => decodeContent(runs(64 * MB + 128))).toThrow(expect.objectContaining({ reason: "too-large" }));
});
