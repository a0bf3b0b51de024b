import { expect, test } from "vitest";
import { applyEdits } from "../xml/xml-edits.ts";
import { refersElsewhere, storedFieldEdits } from "./stored-fields.ts";
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

test.each([
  ["SET", "SET x"],
  ["ASK", "ASK x &quot;Which?&quot;"],
])("a bookmark that %s makes counts, unless its name is computed from other fields", (_which, text) => {
  const reference = field("REF x", shown("7"));
  expect(stored(field(text) + reference)).toBeUndefined();
  const computed = char("begin") + code(text) + field("PAGE", shown("1")) + char("end");
  expect(stored(computed + reference)).toContain(empty(3) + shown("7") + empty(1));
});

test.each([
  ["a bookmark", "REF x", true],
  ["a page", "pageref x", true],
  ["a style", 'STYLEREF "Title"', true],
  ["nothing", "PAGE", false],
  ["an address", "HYPERLINK x", false],
])("a part with a field that refers to %s needs the other parts: %s %s", (_what, text, needs) => {
  expect(refersElsewhere(readWordStory(field(text)))).toBe(needs);
  expect(refersElsewhere(readWordStory(field("PAGE") + field(text)))).toBe(needs);
});

test("a style's level is looked up as a heading, and a longer number as a style", () => {
  const heading = '<w:rStyle w:val="Heading12"/><w:pStyle w:val="12"/>';
  expect(stored(heading + field("STYLEREF 12"))).toBeUndefined();
  expect(stored(heading + field("STYLEREF 1"))).toContain(empty(4));
  expect(stored(`<w:pStyle w:val="heading9"/>${field("STYLEREF 9")}`)).toBeUndefined();
});

const simple = (text: string, result = "") => `<w:fldSimple w:instr="${text}">${result}</w:fldSimple>`;

test("a simple field is replaced inside another field's result, and removed inside its code", () => {
  expect(stored(field("PAGE", simple("REF gone", shown("4"))))).toBe(field("PAGE", shown("4")));
  const computed = complex(code(" = ") + simple("NUMPAGES", shown("5")) + code(" - 1 "), shown("4"));
  expect(stored(computed)?.replaceAll("<w:r></w:r>", "")).toBe(shown("4"));
  expect(stored(simple("REF gone", field("PAGE", shown("4"))))).toBe(field("PAGE", shown("4")));
});

test("fields three deep in a code go with the outermost one, results included", () => {
  const inner = complex(code(" IF ") + field("PAGE", shown("1")) + code(" = 1 "), field("NUMPAGES", shown("5")));
  const outer = complex(code(" = ") + inner + code(" * 2 "), field("DATE", shown("today")));
  expect(stored(outer)?.replaceAll("<w:r></w:r>", "")).toBe(field("DATE", shown("today")));
});

test.each([
  ["a simple field around the beginning of another", simple("REF gone", char("begin") + code("PAGE")) + char("end")],
  ["a field around the end of a simple one", char("begin") + code("REF gone") + simple("PAGE", char("end"))],
  ["a code outside any field", code("REF gone") + field("REF gone")],
  ["a division outside any field", char("separate") + field("REF gone")],
])("fields of a part with %s are unchanged", (_what, xml) => expect(stored(`<w:p>${xml}</w:p>`)).toBeUndefined());

test("a code is read up to the field's result, for switches too", () => {
  const { codes } = readWordStory(
    `${complex(code("FILENAME") + code(" \\p"), code("x"))}${code("y")}${simple("PAGE")}`,
  );
  expect(codes.map((one) => [one.code, one.texts.length, one.simple !== undefined])).toEqual([
    ["FILENAME \\p", 2, false],
    ["PAGE", 0, true],
  ]);
});

test("a bookmark's end without a start, and a style without a name, are listed as nameless", () => {
  const { bookmarks, styles } = readWordStory('<w:p><w:bookmarkEnd w:id="7"/><w:pStyle/><w:rStyle w:val="A"/></w:p>');
  expect({ bookmarks, styles }).toEqual({ bookmarks: [""], styles: ["", "A"] });
});
