import { expect, test } from "vitest";
import { rtfBody } from "./rtf-body.ts";
import { decompressRtf } from "./rtf-compression.ts";

/** Both are examples of [MS-OXRTFCP] 4. */
test.each([
  [
    "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c09002062770 5b06c647d0a800fa0",
    "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
  ],
  ["1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0", "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"],
])("the compressed text %s is read", (hex, expected) => {
  expect(decompressRtf(Buffer.from(hex.replaceAll(" ", ""), "hex"), 1000)?.toString()).toBe(expected);
});

test("compressed text is read to its end, to its stated size or to the limit, whichever is first", () => {
  const bytes = Buffer.from("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0", "hex");
  expect(decompressRtf(bytes, 10)?.length).toBe(10);
  expect(decompressRtf(bytes.subarray(0, 20), 1000)?.toString()).toBe("{\\rtf1 ");
  const lying = Buffer.from(bytes);
  lying.writeUInt32LE(0xffffffff, 4);
  expect(decompressRtf(lying, 1e9)?.toString()).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
  expect(decompressRtf(Buffer.from("not compressed at all"), 1000)).toBe(null);
});

const body = (rtf: string) => rtfBody(Buffer.from(rtf, "latin1"));

test("HTML that Outlook encapsulated in RTF is read as it was", () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl\r\n{\\f0\\fswiss Arial;}\r\n{\\f1 Symbol;}}\r\n" +
    "{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Total \\'80 5 {\\*\\htmltag84 &lt;}\\htmlrtf <\\htmlrtf0\r\n" +
    "{\\*\\htmltag84 <b>}\\htmlrtf {\\b \\htmlrtf0 M\\'e4rz{\\*\\htmltag92 </b>}\\htmlrtf }\\htmlrtf0\r\n" +
    "{\\*\\htmltag72 </p>}\\htmlrtf \\par}\\htmlrtf0}";
  expect(body(rtf)).toEqual({ kind: "html", content: "<p>Total € 5 &lt;<b>März</b></p>" });
});

test("RTF without HTML is read as its words, with line ends and tabs", () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red0\\green0\\blue0;}{\\*\\generator X;}\r\n" +
    "{\\info{\\author Nobody}}{\\pict\\wmetafile8 0100ff}\\pard Hello\\tab \\u8364 ?5\\par\r\nM\\'e4rz\\line end\\par}";
  expect(body(rtf)).toEqual({ kind: "text", content: expect.stringMatching(/^Hello\t€5\nMärz\nend\n?$/) });
});

test("RTF that is damaged, nested without end or no RTF is no text", () => {
  expect(body("<p>no RTF</p>")).toBe(null);
  expect(body(`{\\rtf1${"{".repeat(100_000)}`)).toBe(null);
  expect(body("{\\rtf1\\ansi \\u99999999 x}")).toBe(null);
  expect(body(`{\\rtf1\\ansi\\bin2000000000 words}`)?.content).toContain("words");
});
