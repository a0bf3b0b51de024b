import { expect, test } from "vitest";
import { applyEdits, attributesText, changedTag, escapeText, nameBeside } from "./xml-edits.ts";
import { elementsNamed, firstElement, type XmlElement, xmlEvents } from "./xml-events.ts";

const kinds = (xml: string) => [...xmlEvents(xml)].map((event) => (event.kind === "text" ? event.text : event.kind));

function element(xml: string, local: string): XmlElement {
  const found = firstElement(xml, local);
  if (!found) throw new Error("The element is not there.");
  return found;
}

test("elements may be 1,000 deep", () => {
  expect(kinds("<a>".repeat(1_000) + "</a>".repeat(1_000))).toHaveLength(2_000);
  expect(() => kinds("<a>".repeat(1_001))).toThrow(
    expect.objectContaining({ detail: expect.stringContaining("nested more than 1,000 deep") }),
  );
});

test("a piece of a document may have several elements and text beside them, a document may not", () => {
  expect(kinds("<a/>text<b/>")).toEqual(["open", "close", "text", "open", "close"]);
  expect(kinds("<?xml version='1.0'?><a/><b/>").slice(0, 2)).toEqual(["open", "close"]);
  expect(kinds("<?xml version='1.0'?><a/><b/>")).not.toContain("text");
});

test.each([
  ["a byte order mark", "\ufeff<?xml version='1.0'?><a/>", ["open", "close"]],
  ["a byte order mark of three bytes", "\u00ef\u00bb\u00bf<?xml version='1.0'?><a/>", ["open", "close"]],
  ["zero bytes after its end", "<?xml version='1.0'?><a/>\0", ["open", "close"]],
  ["zero bytes after a piece", "<a/>\0", ["open", "close", "fault"]],
  ["zero bytes before its end", "<?xml version='1.0'?><a>\0</a>", ["open", "fault"]],
  ["no end", "<?xml version='1.0'?><a>", ["open", "fault"]],
  ["nothing", "", []],
])("a document with %s is read up to its fault", (_what, xml, events) => {
  expect(kinds(xml)).toEqual(events);
});

test.each([65_535, 65_536, 65_537, 131_072])("a text of %i characters is read whole", (length) => {
  const [open, ...rest] = kinds(`<a>${"x".repeat(length - 3)}<b/></a>`);
  expect(open).toBe("open");
  expect(rest.filter((text) => text.startsWith("x")).join("")).toHaveLength(length - 3);
  expect(rest.slice(-3)).toEqual(["open", "close", "close"]);
});

test("elements have their places, whether they are empty, and their name in the text", () => {
  const xml = "<a><x:b c='1'/><x:b></x:b></a>";
  const found = [...elementsNamed(xml, ["b"])];
  expect(found.map(({ from, to, isEmpty, local }) => [xml.slice(from, to), isEmpty, local])).toEqual([
    ["<x:b c='1'/>", true, "b"],
    ["<x:b>", false, "b"],
  ]);
  expect([...elementsNamed(xml, ["a", "c"])].map(({ local }) => local)).toEqual(["a"]);
  expect(
    [...elementsNamed("<a/><b></a>", ["a", "b"])].map(({ local }) => local),
    "up to a fault",
  ).toEqual(["a", "b"]);
  expect(firstElement(xml, "missing")).toBeUndefined();
});

test("closing events have the place of the end tag, of length 0 for an empty element", () => {
  const xml = "<a> <b/> </a >";
  const closed = [...xmlEvents(xml)].flatMap((event) => (event.kind === "close" ? [[event.from, event.to]] : []));
  expect(closed).toEqual([
    [8, 8],
    [9, 14],
  ]);
});

test("a name beside an element has its prefix", () => {
  expect(nameBeside(element("<x:b/>", "b"), "c")).toBe("x:c");
  expect(nameBeside(element("<b/>", "b"), "c")).toBe("c");
});

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

test.each([
  ["a new value", { c: "2" }, {}, '<b c="2" d="&#60;"/>'],
  ["an attribute less", { c: undefined }, {}, '<b d="&#60;"/>'],
  ["an attribute more", { e: "\t\n\r" }, {}, '<b c="1" d="&#60;" e="&#9;&#10;&#13;"/>'],
  ["an attribute more without a value", { e: undefined }, {}, '<b c="1" d="&#60;"/>'],
  ["no changes", {}, {}, '<b c="1" d="&#60;"/>'],
  ["another name", {}, { name: "x:y" }, '<x:y c="1" d="&#60;"/>'],
  ["an end tag", {}, { isEmpty: false }, '<b c="1" d="&#60;">'],
])("a start tag with %s is written", (_what, changes, options, tag) => {
  expect(changedTag(element("<b c='1' d='&lt;'/>", "b"), changes, options)).toBe(tag);
});

test("an attribute is changed by its usual name, and keeps the one in the text", () => {
  const found = element(`<q:b xmlns:q="${w}" q:val="1"/>`, "b");
  expect(changedTag(found, { "w:val": "2" })).toBe(`<q:b xmlns:q="${w}" q:val="2"/>`);
  expect(found.attributes).toBe(found.attributes);
});

test("text is escaped, and attributes may be none", () => {
  expect(escapeText('a & b < "c" > d')).toBe('a &#38; b &#60; "c" &#62; d');
  expect(attributesText([])).toBe("");
});

test.each([
  [[], "abcdef"],
  [[{ from: 0, to: 6, text: "" }], ""],
  [
    [
      { from: 2, to: 2, text: "x" },
      { from: 2, to: 3, text: "y" },
    ],
    "abxydef",
  ],
  [
    [
      { from: 1, to: 3, text: "x" },
      { from: 3, to: 4, text: "y" },
    ],
    "axyef",
  ],
  [
    [
      { from: 1, to: 3, text: "x" },
      { from: 2, to: 4, text: "y" },
    ],
    "axdef",
  ],
  [[{ from: 6, to: 6, text: "x" }], "abcdefx"],
])("the edits %j are applied", (edits, text) => {
  expect(applyEdits("abcdef", edits)).toBe(text);
});
