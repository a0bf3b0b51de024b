import { expect, test } from "vitest";
import { xmlGuard } from "./xml-guard.ts";

/** Feeds the guard byte by byte, because the pieces of a part may end anywhere. */
function guarded(xml: string) {
  const guard = xmlGuard();
  for (const byte of Buffer.from(xml)) guard.feed(Buffer.from([byte]));
  const whole = xmlGuard();
  whole.feed(Buffer.from(xml));
  expect(whole.isWellFormed()).toBe(guard.isWellFormed());
  return guard;
}

test.each([
  ["an empty element", "<a/>"],
  ["attributes", `<?xml version="1.0"?><w:a b="x/>y" c='"'><d /></w:a >`],
  ["references", "<a b='&lt;&#10;'>&amp;&quot;&#x1F600;&#1114111;</a>"],
  ["comments and CDATA", "<a><!-- < & --><![CDATA[ < & </b> ]]></a>"],
  ["white space around the root element", "\ufeff\n<a>\t\r\n</a>\n"],
  ["zero bytes after the end", "<a></a>\0\0"],
])("XML with %s is well-formed", (_, xml) => {
  expect(guarded(xml).isWellFormed()).toBe(true);
});

test.each([
  ["an end tag of another element", "<a><b></a></b>"],
  ["one end tag too many", "<a/></a>"],
  ["a missing end tag", "<a><b></b>"],
  ["an incomplete tag", "<a><b c="],
  ["a bare ampersand", "<a>A & B</a>"],
  ["a bare ampersand at the end", "<a>A &</a>"],
  ["a bare ampersand in an attribute", '<a b="A & B"/>'],
  ["an entity of HTML", "<a>&nbsp;</a>"],
  ["a control character", "<a>\u0001</a>"],
  ["a reference to a control character", "<a>&#11;</a>"],
  ["a tag inside an attribute", '<a b="<c"/>'],
  ["no element", ""],
])("XML with %s is not well-formed", (_, xml) => {
  expect(guarded(xml).isWellFormed()).toBe(false);
});
