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
    "a text behind properties",
    String.raw`{\rtlch\fcs1 \af0 \insrsid12 REF gone}`,
    String.raw`{\rtlch\fcs1 \af0 \insrsid12     gone}`,
  ],
  ["a name in quotes", `REF "gone away"`, `    "gone away"`],
  ["a name like the word", "REF REF", "    REF"],
])("a reference to %s that is gone loses its word and keeps its length", (_what, code, rest) => {
  expect(hidden(field(code) + bookmark("there"))).toBe(field(rest) + bookmark("there"));
});

test.each([
  ["to what is there", field("REF there") + bookmark("there")],
  ["of another kind", field(`HYPERLINK "REF gone"`) + field("NOTEREF gone") + field("PAGE")],
  ["that is only text", "See REF gone"],
])("a field %s is left alone", (_which, rtf) => expect(hidden(rtf)).toBeUndefined());

test("a document full of beginnings is read to its end", () => {
  const rtf = `${"\\fldinst".repeat(200_000)}REF ${"{\\fldinst \\a1".repeat(200_000)}${"\\bkmkstart ".repeat(100_000)}`;
  expect(() => hidden(rtf)).not.toThrow();
});
