import { expect, test } from "vitest";
import { withStoredReferences } from "./stored-references.ts";

const reference = (kind: string, format: string, name = "there") =>
  `<text:${kind}-ref text:reference-format="${format}" text:ref-name="${name}">7 A</text:${kind}-ref>`;
const range = (kind: string, content = "", name = "there") =>
  `<text:${kind}-start text:name="${name}"/>${content}<text:${kind}-end text:name="${name}"/>`;
const point = (kind: string, name = "there") => `<text:${kind} text:name="${name}"/>`;
const deleted = (xml: string) => `<text:tracked-changes><text:p>${xml}</text:p></text:tracked-changes>`;

const stored = (xml: string, others: [string, string][] = []) =>
  withStoredReferences(new Map([["content.xml", xml], ...others])).get("content.xml");

test.each([
  ["text", "bookmark"],
  ["page", "bookmark"],
  ["chapter", "reference"],
  ["category-and-value", "sequence"],
  ["text", "note"],
])("the %s of a missing %s is replaced by the text that Writer shows", (format, kind) => {
  expect(stored(`<text:p>See ${reference(kind, format)}.</text:p>`)).toBe(
    "<text:p>See <text:span>7 A</text:span>.</text:p>",
  );
});

test.each([
  ["a bookmark without a range", point("bookmark"), "bookmark"],
  ["an empty range", range("bookmark"), "bookmark"],
  [
    "a range with only markup and line ends",
    range("bookmark", '<text:span text:style-name="T1">\n</text:span>'),
    "bookmark",
  ],
  ["a reference mark without a range", point("reference-mark"), "reference"],
  ["an empty reference mark", range("reference-mark"), "reference"],
])(
  "the text of %s is replaced by the text that Writer shows, and its page number is computed",
  (_what, target, kind) => {
    expect(stored(target + reference(kind, "text"))).toBe(`${target}<text:span>7 A</text:span>`);
    expect(stored(target + reference(kind, "page") + reference(kind, "number"))).toBeUndefined();
  },
);

test.each([
  ["a bookmark that was deleted", deleted(range("bookmark", "Old"))],
  ["a bookmark that does not end", '<text:bookmark-start text:name="there"/>Text'],
  ["a bookmark that does not begin", 'Text<text:bookmark-end text:name="there"/>'],
  ["a bookmark with other capitals", range("bookmark", "Text", "There")],
  ["another kind of target", range("reference-mark", "Text")],
])("%s does not count as a target", (_what, target) => {
  expect(stored(target + reference("bookmark", "page"))).toBe(`${target}<text:span>7 A</text:span>`);
});

test.each([
  ["a bookmark with text", range("bookmark", "<text:span>A</text:span>") + reference("bookmark", "text")],
  [
    "a bookmark with an ampersand in its name",
    range("bookmark", "A", "A&amp;B") + reference("bookmark", "text", "A&#38;B"),
  ],
  ["a numbered paragraph", point("bookmark", "__RefNumPara__1") + reference("bookmark", "text", "__RefNumPara__1")],
  ["a reference mark with text", range("reference-mark", "A") + reference("reference", "text")],
  ["a numbered caption", `<text:sequence text:ref-name="there">1</text:sequence>${reference("sequence", "value")}`],
  ["a footnote", `<text:note text:id="there"></text:note>${reference("note", "text")}`],
  ["a target without a name", "<text:bookmark-ref>7 A</text:bookmark-ref>"],
  ["a target in an unclear tag", '<text:bookmark-ref text:ref-name="gone" text:x=">>7 A</text:bookmark-ref>'],
])("a reference to %s is unchanged", (_which, xml) => expect(stored(`<text:p>${xml}</text:p>`)).toBeUndefined());

test("a target may be in another part, and only the reference to a missing target is changed", () => {
  const footer: [string, string][] = [["styles.xml", range("bookmark", "A")]];
  expect(stored(reference("bookmark", "text"), footer)).toBeUndefined();
  const kept = reference("bookmark", "text");
  const empty = '<text:note-ref text:ref-name="gone"/>';
  expect(stored(kept + reference("note", "text", "gone") + empty + kept, footer)).toBe(
    `${kept}<text:span>7 A</text:span>${kept}`,
  );
});

test("text after the deleted text of tracked changes counts as a target again", () => {
  const after = deleted(range("bookmark", "Old", "old")) + range("bookmark", "Text");
  expect(stored(after + reference("bookmark", "text"))).toBeUndefined();
  expect(stored(after + reference("bookmark", "text", "old"))).toBe(`${after}<text:span>7 A</text:span>`);
});

test.each([
  ["its text stands before it", `Text${range("bookmark")}`],
  ["its text stands behind it", `${range("bookmark")}Text`],
  ["it is made again without text", range("bookmark", "Text") + range("bookmark")],
])("a bookmark holds no text when %s", (_what, target) => {
  expect(stored(target + reference("bookmark", "text"))).toBe(`${target}<text:span>7 A</text:span>`);
});

test("a numbered paragraph counts as text, marked by a range too, and a mark of another kind does not", () => {
  const name = "__RefNumPara__1";
  expect(stored(range("bookmark", "", name) + reference("bookmark", "text", name))).toBeUndefined();
  const mark = range("reference-mark", "", name);
  expect(stored(mark + reference("reference", "text", name))).toBe(`${mark}<text:span>7 A</text:span>`);
});

test("a caption and a footnote without a name are no targets of others", () => {
  const unnamed = "<text:sequence>1</text:sequence><text:note/>";
  expect(stored(unnamed + reference("sequence", "value"))).toContain("<text:span>7 A</text:span>");
  expect(stored(unnamed + reference("note", "text"))).toContain("<text:span>7 A</text:span>");
});

test("a reference with a prefix of its own is written with it", () => {
  const xml =
    '<d xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><t:note-ref t:ref-name="gone">7</t:note-ref></d>';
  expect(stored(xml)).toBe(xml.replace('<t:note-ref t:ref-name="gone">', "<t:span>").replace("note-ref>", "span>"));
});

test("markup characters in quotes do not end a tag", () => {
  expect(stored(`<text:bookmark-ref text:x="a>b" text:ref-name='gone'>7 A</text:bookmark-ref>`)).toBe(
    "<text:span>7 A</text:span>",
  );
});

test.each([
  ["tags that never end", "<text:bookmark-ref "],
  ["names that never end", "text:bookmark"],
  ["spaces", " "],
  ["quotes", " \"'"],
  ["bookmarks that never end", '<text:bookmark-start text:name="a"/>A'],
])("a part full of %s is parsed without an error", (_what, piece) => {
  expect(() => {
    stored(`${reference("note", "text")}<${piece.repeat(100_000)}${point("bookmark")}`);
    stored(`${reference("note", "text")}${piece.repeat(100_000)}${point("bookmark")}`);
  }).not.toThrow();
});

test("references nested more than a thousand deep are refused", () => {
  const nested = '<text:bookmark-ref text:ref-name="gone">'.repeat(1_001);
  expect(() => stored(nested)).toThrow(expect.objectContaining({ reason: "too-large" }));
});
