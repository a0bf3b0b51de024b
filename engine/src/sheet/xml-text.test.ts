import { expect, test } from "vitest";
import { asBytes, asText, unescapeXml, xmlText } from "./xml-text.ts";

test.each([
  ["markup", 'a & b < c > "d"', "a &amp; b &lt; c &gt; &quot;d&quot;"],
  ["line ends and tabs", "a\tb\nc\u0085d", "a\tb\nc\u0085d"],
  ["characters that XML forbids", "a\u0000b\rc\ufffed\uffffe\u009f", "abcde"],
  ["half a surrogate pair", "a\ud83cb", "a\ufffdb"],
  ["a whole surrogate pair", "🍑", "🍑"],
])("a text with %s is written for XML", (_what, text, written) => expect(xmlText(text)).toBe(written));

test.each([
  ["the predefined entities", "&amp;&lt;&gt;&quot;&apos;", "&<>\"'"],
  ["an unknown entity, which stays", "a&nbsp;b", "a&nbsp;b"],
  ["decimal and hexadecimal references", "&#66;&#x42;&#X6a;&#1;", "BBj\u0001"],
  ["references at the end of Unicode", "&#x10ffff;&#1114112;", "\u{10ffff}"],
  ["a reference to nothing", "a&#0;b", "ab"],
])("a text of XML with %s is resolved", (_what, text, resolved) => expect(unescapeXml(text)).toBe(resolved));

test("bytes are decoded as UTF-8 and encoded again", () => {
  expect(asText("a")).toBe("a");
  expect(asText("caf\u00c3\u00a9")).toBe("café");
  expect(asBytes("café")).toBe("caf\u00c3\u00a9");
});
