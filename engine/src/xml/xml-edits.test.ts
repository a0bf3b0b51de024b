import { expect, test } from "vitest";
import { applyEdits, attributesText, startTag, withFirstChild } from "./xml-edits.ts";

test("edits are applied in the order of their places, and one that begins within another is ignored", () => {
  const edits = [
    { from: 6, to: 9, text: "<c/>" },
    { from: 0, to: 3, text: "" },
    { from: 2, to: 4, text: "never" },
    { from: 3, to: 3, text: "!" },
  ];
  expect(applyEdits("<a/>..<b>.", edits)).toBe("!>..<c/>.");
});

test("only the requested piece is returned", () => {
  expect(applyEdits("0123456789", [{ from: 4, to: 6, text: "x" }], { from: 2, to: 8 })).toBe("23x67");
});

test("attributes are escaped, and those without a value are left out", () => {
  const attributes: [string, string | undefined][] = [
    ["r:id", 'A & "B"'],
    ["hidden", undefined],
  ];
  expect(attributesText(attributes)).toBe(' r:id="A &#38; &#34;B&#34;"');
  expect([startTag("c", [], true), startTag("c", [["r", "A1"]], false)]).toEqual(["<c/>", '<c r="A1">']);
});

test.each([
  ["<a><b/></a>", '<a><n x="1 &#38; 2"/><b/></a>'],
  ['<?xml version="1.0"?><p:a q="r"></p:a >', '<?xml version="1.0"?><p:a q="r"><p:n x="1 &#38; 2"/></p:a >'],
  ['<p:a q="r" />', '<p:a q="r"><p:n x="1 &#38; 2"/></p:a>'],
  ["<other></other>", "<other></other>"],
])("an element becomes the first child of a root, with its prefix: %s", (xml, changed) => {
  expect(withFirstChild(xml, "a", "n", { x: "1 & 2" })).toBe(changed);
});
