import { PDFContext, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { noteText, noteTextWarning } from "./note-text.ts";

const textOf = (entries: object, words = "Damson") =>
  noteText(PDFContext.create().obj({ Subtype: "Text", Contents: PDFString.of(words), ...entries } as never) as never);

test.each([
  ["a note", {}, "Damson"],
  ["markup", { Subtype: "Highlight" }, "Damson"],
  ["a line", { Subtype: "Line", Cap: false }, "Damson"],
  ["a line that shows it as its caption", { Subtype: "Line", Cap: true }, undefined],
  ["a stamp", { Subtype: "Stamp" }, undefined],
  ["an annotation without a type", { Subtype: undefined }, undefined],
  ["a hidden note", { F: 2 }, undefined],
  ["a note that is not printed", { F: 0 }, "Damson"],
  ["a note that is not viewed", { F: 32 }, undefined],
  ["a caret", { Subtype: "Caret" }, "Damson"],
  ["a link", { Subtype: "Link" }, undefined],
  ["a review state", { StateModel: "Review" }, undefined],
  ["a note without text", { Contents: undefined }, undefined],
])("the text of %s", (_what, entries, text) => expect(textOf(entries)).toBe(text));

test("the text is one line of at most 1,000 characters", () => {
  expect(textOf({}, " two\n\tlines ")).toBe("two lines");
  expect(textOf({}, "  ")).toBeUndefined();
  expect(textOf({}, "a".repeat(1001))).toHaveLength(1000);
});

const text = (quoted: string) => ({
  code: "note-text-left-out",
  text: `The pages show where notes and marks are, but not their text: ${quoted}.`,
});
test("the warning quotes five notes and counts the others", () => {
  expect(noteTextWarning(["a"])).toEqual(text("“a”"));
  expect(noteTextWarning([..."abcde"])).toEqual(text("“a”, “b”, “c”, “d”, “e”"));
  expect(noteTextWarning([..."abcdefg"])).toEqual(text("“a”, “b”, “c”, “d”, “e” and 2 more"));
});

test("the warning quotes 100 characters of a note", () => {
  const plums = (characters: number) => "🍑".repeat(characters);
  expect(noteTextWarning([plums(100)])).toEqual(text(`“${plums(100)}”`));
  expect(noteTextWarning([plums(101)])).toEqual(text(`“${plums(100)}…”`));
});

test("six notes are five and one more", () => {
  expect(noteTextWarning([..."abcdef"])).toEqual(text("“a”, “b”, “c”, “d”, “e” and 1 more"));
  expect(noteTextWarning(["a".repeat(150), "b"])).toEqual(text(`“${"a".repeat(100)}…”, “b”`));
});

test("text is truncated before its spaces are reduced", () => {
  expect(textOf({}, `${"a".repeat(999)}  b`)).toBe("a".repeat(999));
  expect(textOf({}, "a".repeat(1000))).toHaveLength(1000);
});
