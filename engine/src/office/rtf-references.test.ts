import { expect, test } from "vitest";
import { hideBrokenReferences } from "./rtf-references.ts";

const field = (code: string) => String.raw`{\field{\*\fldinst ${code}}{\fldrslt 7}}`;
const bookmark = (name: string) => String.raw`{\*\bkmkstart ${name}}words{\*\bkmkend ${name}}`;

function hidden(rtf: string): string | undefined {
  const bytes = Buffer.from(rtf, "latin1");
  return hideBrokenReferences(bytes) ? bytes.toString("latin1") : undefined;
}

test.each([
  ["a page", String.raw`{ PAGEREF _Toc1 \\h }`, String.raw`{         _Toc1 \\h }`],
  [
    "a text after formatting properties",
    String.raw`{\rtlch\fcs1 \af0 \insrsid12 REF gone}`,
    String.raw`{\rtlch\fcs1 \af0 \insrsid12     gone}`,
  ],
  ["a name in quotes", `REF "gone away"`, `    "gone away"`],
  ["a name equal to the keyword", "REF REF", "    REF"],
])("a reference to %s that is missing loses its keyword and keeps its length", (_what, code, rest) => {
  expect(hidden(field(code) + bookmark("there"))).toBe(field(rest) + bookmark("there"));
});

test.each([
  ["to an existing bookmark", field("REF there") + bookmark("there")],
  ["of another kind", field(`HYPERLINK "REF gone"`) + field("NOTEREF gone") + field("PAGE")],
  ["that is only text", "See REF gone"],
])("a field %s is unchanged", (_which, rtf) => expect(hidden(rtf)).toBeUndefined());

test("several references are decided one by one, with bookmarks anywhere in the document", () => {
  const rtf = field("REF gone") + field("REF there") + field(`PAGEREF "a b"`) + bookmark("there") + bookmark(" a b ");
  expect(hidden(rtf)).toBe(rtf.replace("REF gone", "    gone"));
});

test.each([
  [`PAGEREF "PAGEREF x"`, `        "PAGEREF x"`],
  ['REF "REF"', '    "REF"'],
  ["REF REFERENCE", "    REFERENCE"],
  ["REF xREF", "    xREF"],
])("the reference %s, whose name contains the keyword, loses the keyword alone", (code, rest) => {
  expect(hidden(field(code))).toBe(field(rest));
});

test("a bookmark whose name is empty is none", () => {
  expect(hidden(field(`REF "x"`) + bookmark(""))).toBe(field(`    "x"`) + bookmark(""));
});

test("a document full of field beginnings is parsed without an error", () => {
  const rtf = `${"\\fldinst".repeat(200_000)}REF ${"{\\fldinst \\a1".repeat(200_000)}${"\\bkmkstart ".repeat(100_000)}`;
  expect(() => hidden(rtf)).not.toThrow();
});
