import { expect, test } from "vitest";
import { byteText } from "./byte-text.ts";

const roundTrip = (text: string) => Buffer.from(byteText(Buffer.from(text)), "latin1").toString();

test.each([
  ["é and € as characters", '<a b="é€"/>', '<a b="é€"/>'],
  ["decimal references", '<a b="&#233;&#8364;">&#128512;</a>', '<a b="é€">😀</a>'],
  ["hexadecimal references", "<a>&#xE9;&#x20ac;&#x1F600;</a>", "<a>é€😀</a>"],
  ["references to ASCII, which may be markup", '<a b="&#38;&#x3c;&#10;&#034;"/>', '<a b="&#38;&#x3c;&#10;&#034;"/>'],
  ["the first and the last byte of ASCII", "<a>&#127;&#128;</a>", "<a>&#127;\u0080</a>"],
  [
    "references to no character",
    "<a>&#xD800;&#xDFFF;&#x110000;&#1114112;</a>",
    "<a>&#xD800;&#xDFFF;&#x110000;&#1114112;</a>",
  ],
  ["a CDATA section", "<a><![CDATA[&#233;]]></a>", "<a><![CDATA[&#233;]]></a>"],
])("a part with %s is read and written back with the same characters", (_what, part, written) => {
  expect(roundTrip(part)).toBe(written);
});
