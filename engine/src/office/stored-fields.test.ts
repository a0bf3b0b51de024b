import { expect, test } from "vitest";
import { applyEdits } from "../xml/xml-edits.ts";
import { storedFieldEdits } from "./stored-fields.ts";
import { readWordStory } from "./word-story.ts";

const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const shown = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const complex = (codes: string, result: string) => char("begin") + codes + char("separate") + result + char("end");
const field = (text: string, result = "") => complex(code(text), result);
const empty = (runs: number) => "<w:r></w:r>".repeat(runs);
const bookmark = (name: string, id = 0) =>
  `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;

/** @returns undefined where nothing is to be changed */
function stored(xml: string, others: [string, string][] = []): string | undefined {
  const stories = [xml, ...others.map(([, other]) => other)].map(readWordStory);
  const [edits = []] = storedFieldEdits(stories).values();
  return edits.length === 0 ? undefined : applyEdits(xml, edits);
}

test.each([
  ["a page", " PAGEREF _Toc1 \\h "],
  ["a text", 'ref "gone away" \\* MERGEFORMAT'],
  ["a bookmark with other capitals", `REF Mark</w:instrText></w:r>${bookmark("mark")}<w:r><w:instrText>`],
  ["a style that no text uses", "STYLEREF &quot;Heading 3&quot;"],
])("a reference to %s is replaced by the text that Word shows", (_what, text) => {
  const xml = `<w:p>${field(text, shown("7"))}</w:p>`;
  expect(stored(xml)?.replaceAll(/<w:bookmark[^>]*>|<w:r><\/w:r>/g, "")).toBe(`<w:p>${shown("7")}</w:p>`);
});

test("a code in several pieces, a field with data and a simple field are replaced too", () => {
  expect(stored(complex(code(" RE") + code("F gone "), shown("4")))).toBe(empty(4) + shown("4") + empty(1));
  const data = '<w:r><w:fldChar w:fldCharType="begin"><w:fldData>AAAA</w:fldData></w:fldChar></w:r>';
  expect(stored(data + code("REF gone") + char("end"))).toBe(empty(3));
  expect(stored(`<w:fldSimple w:instr=" REF &quot;gone&quot; \\h ">${shown("4")}</w:fldSimple>`)).toBe(shown("4"));
  expect(stored('<w:fldSimple w:instr="REF gone"/>')).toBe("");
});

test("a field around such a field stays a field, and so does one in its result", () => {
  const link = (result: string) => field(' HYPERLINK \\l "gone" ', result);
  const inside = empty(3) + shown("2") + empty(1);
  expect(stored(link(field("PAGEREF gone", shown("2"))))).toBe(link(inside));
  const number = field(" PAGE ", shown("1"));
  expect(stored(field("REF gone", number))).toBe(empty(3) + number + empty(1));
});

test("a field computed from other fields is replaced by its result, whatever the others contain", () => {
  const pages = complex(code(" NUMPAGES "), code("5"));
  const formula = complex(code(" = ") + pages + code(" - 1 "), shown("4"));
  expect(stored(formula)).toBe(empty(9) + shown("4") + empty(1));
  const other = complex(code(" = ") + field("REF there", shown("5")) + code(" * 2 "), shown("10"));
  expect(stored(bookmark("there") + other)?.replaceAll("<w:r></w:r>", "")).toBe(bookmark("there") + shown("10"));
  expect(stored(char("begin") + code("SET x ") + field("MERGEFIELD y", shown("z")) + char("end"))).not.toContain("z<");
});

test.each(["=SUM(ABOVE) \\# &quot;#,##0.00&quot;", "SAVEDATE \\@ &quot;d MMMM yyyy&quot;", "TITLE"])(
  "%s is replaced by its stored result",
  (text) => {
    expect(stored(field(text, shown("7")))).toBe(empty(3) + shown("7") + empty(1));
  },
);

test.each([
  ["whose bookmark exists", bookmark("_Toc7") + field("PAGEREF _Toc7")],
  ["whose bookmark has an ampersand in its name", bookmark("A&amp;B") + field("REF A&amp;B")],
  ["whose value another field sets", field("SET rate &quot;20&quot;") + field("REF rate")],
  ["whose style is in use", `<w:pStyle w:val="berschrift2"/>${field("STYLEREF &quot;Überschrift 2&quot;")}`],
  ["of a heading's level", `<w:pStyle w:val="Heading1"/>${field("STYLEREF 1")}`],
  ["of another kind", field("PAGE") + field("TOC \\o") + field("NOTEREF gone") + field("REFERENCE x")],
  ["that does not end", char("begin") + code("REF gone")],
  ["that ends before it begins", char("end") + field("REF gone")],
  ["that is in a comment", `<!-- ${field("REF gone")} -->`],
])("a field %s is unchanged", (_which, xml) => expect(stored(`<w:p>${xml}</w:p>`)).toBeUndefined());

test("a field with a markup character in its tag is replaced", () => {
  expect(stored('<w:p><w:fldSimple w:instr="REF gone" w:x=">"></w:fldSimple></w:p>')).toBe("<w:p></w:p>");
});

test("a bookmark may be in another part, and a bookmark without an end does not count", () => {
  expect(stored(field("REF note"), [["word/footnotes.xml", bookmark("note")]])).toBeUndefined();
  expect(stored(`<w:bookmarkStart w:id="3" w:name="note"/>${field("REF note")}`)).toContain(empty(4));
});

test.each([
  ["tags that never end", "<w:fldChar "],
  ["fields in fields", char("begin") + code("REF gone") + char("separate")],
  ["fields in codes", char("begin") + code("REF gone")],
  ["quotes", "<w:fldSimple \"'"],
  ["names without an end", '<w:instrText>REF "</w:instrText>'],
])("a part full of %s is parsed without an error", (_what, piece) => {
  const xml = `<w:fldChar w:fldCharType="begin"/>${piece.repeat(5_000)}${char("end").repeat(5_000)}`;
  expect(stored(xml)).toBeUndefined();
});
