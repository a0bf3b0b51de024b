import { expect, test } from "vitest";
import { xmlGuard } from "./xml-guard.ts";

/** Fed byte by byte, as a part may arrive cut anywhere. */
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
  ["comments and data", "<a><!-- < & --><![CDATA[ < & </b> ]]></a>"],
  ["spaces around", "\ufeff\n<a>\t\r\n</a>\n"],
  ["zeros behind the end", "<a></a>\0\0"],
])("%s: well-formed", (_, xml) => {
  expect(guarded(xml).isWellFormed()).toBe(true);
});

test.each([
  ["another end", "<a><b></a></b>"],
  ["an end too many", "<a/></a>"],
  ["no end", "<a><b></b>"],
  ["cut within a tag", "<a><b c="],
  ["a bare ampersand", "<a>A & B</a>"],
  ["one at the end", "<a>A &</a>"],
  ["one in an attribute", '<a b="A & B"/>'],
  ["a name of HTML", "<a>&nbsp;</a>"],
  ["a control character", "<a>\u0001</a>"],
  ["one by its number", "<a>&#11;</a>"],
  ["a tag within an attribute", '<a b="<c"/>'],
  ["nothing", ""],
])("%s: not well-formed", (_, xml) => {
  expect(guarded(xml).isWellFormed()).toBe(false);
});
