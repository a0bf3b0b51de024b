import { PDFContext } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { createSyntaxReader, StrictReadError } from "./syntax.ts";

const read = (text: string) => createSyntaxReader(Buffer.from(text, "latin1"), PDFContext.create());

test.each([
  ["/Damson", "/Damson"],
  ["/a#2fb#20", "/a#2Fb#20"],
  ["/A#42", "/AB"],
  ["(a(b)c\\)\\(d)", "(a(b)c\\)\\(d)"],
  ["<48 65\n6c>", "<48656c>"],
  ["[1 2 0 R true false null]", "[ 1 2 0 R true false null ]"],
  ["[]", "[ ]"],
  ["<</A 1/B null/C<41>>>", "<<\n/A 1\n/C <41>\n>>"],
  ["+1.50", "1.5"],
  ["-.5", "-0.5"],
  [".25", "0.25"],
  ["4.", "4"],
  ["0", "0"],
  ["12 0 R", "12 0 R"],
  ["12 % a comment\n3 R/", "12 3 R"],
  ["%one\r%two\n 7", "7"],
  ["\0\t\f\r\n 7", "7"],
  ["+.5", "0.5"],
  ["-7", "-7"],
  ["00012", "12"],
  ["1.25]", "1.25"],
  ["0 0 R", "0 0 R"],
  ["1234567 89 R>>", "1234567 89 R"],
  ["12 0 %a comment\rR", "12 0 R"],
  ["/", "/"],
  ["/A/B", "/A"],
  ["()", "()"],
  ["((()))", "((()))"],
  ["(\\\\)", "(\\\\)"],
  ["<>", "<>"],
  ["< 4 >", "<4>"],
  ["<4a4B>", "<4a4B>"],
  ["<<>>", "<<\n>>"],
  ["<< >>", "<<\n>>"],
  ["[ ]", "[ ]"],
  ["[[1][]2]", "[ [ 1 ] [ ] 2 ]"],
  ["true", "true"],
  ["false/", "false"],
  ["%\n7", "7"],
])("an object is read: %j", (text, printed) => expect(String(read(text).value())).toBe(printed));

test.each([
  ["12 0 Rx", 2],
  ["12 R", 2],
  ["12 0", 2],
  ["12", 2],
  ["12 0.5 R", 2],
  ["12 0R", 2],
  ["12 0 S", 2],
  ["12 -1 R", 2],
  ["12 x 0 R", 2],
  ["12]0 R", 2],
  ["12 0 ", 2],
])("a number is read where no reference follows, and reading continues after it: %s", (text, at) => {
  const syntax = read(text);
  expect([String(syntax.value()), syntax.at, syntax.references]).toEqual(["12", at, []]);
});

test.each([
  ["[1", "A token is not an object"],
  ["", "A token is not an object"],
  ["damson", "A token is not an object"],
  ["truex", "A token is not an object"],
  ["<< /A 1", "A dictionary has no end"],
  ["<< /A 1 /A 2 >>", "A dictionary has one key twice"],
  ["<< /A 1 /B null /B 2 /A 3 >>", "A dictionary has one key twice"],
  ["(a(b)", "A string has no end"],
  ["(a\\)", "A string has no end"],
  ["<4G>", "A hexadecimal string has characters that are not digits"],
  ["<48", "A hexadecimal string has characters that are not digits"],
  ["--1", "A number is malformed"],
  ["1.2.3", "A number is malformed"],
  ["1x", "A number is malformed"],
  ["-", "A number is malformed"],
  [".", "A number is malformed"],
  ["+", "A number is malformed"],
  ["-.", "A number is malformed"],
  ["1..2", "A number is malformed"],
  ["..2", "A number is malformed"],
  ["+-1", "A number is malformed"],
  ["1.5x", "A number is malformed"],
  ["<4x", "A hexadecimal string has characters that are not digits"],
  ["(", "A string has no end"],
  ["(a\\", "A string has no end"],
  ["<< /A 1 >", "A dictionary has no end"],
  ["<< 1 >>", "A dictionary has no end"],
  ["<< /A >>", "A token is not an object"],
  ["nullx", "A token is not an object"],
  ["R", "A token is not an object"],
  [")", "A token is not an object"],
  ["%only a comment", "A token is not an object"],
])("an irregular object is refused: %j", (text, message) => {
  expect(() => read(text).value()).toThrow(new StrictReadError(message));
});

test("objects nested 200 levels deep are read, and deeper ones are refused", () => {
  const nested = (levels: number) => "[".repeat(levels + 1) + "]".repeat(levels + 1);
  expect(String(read(nested(200)).value()).replaceAll(" ", "")).toBe(nested(200));
  expect(() => read(nested(201)).value()).toThrow("Objects are nested too deeply");
});

test("references are collected, except those of the structure tree and of private data", () => {
  const syntax = read("<</A 1 0 R/StructTreeRoot 2 0 R/B[3 0 R]/PieceInfo<</C 4 0 R>>/D 5 0 R>>");
  const dict = String(syntax.value());
  expect(syntax.references.map(String)).toEqual(["1 0 R", "3 0 R", "5 0 R"]);
  expect(dict).toContain("/StructTreeRoot 2 0 R");
});

test("consecutive objects are read, and the end may hold space and comments", () => {
  const syntax = read("1 (a) /B %end");
  expect([1, 2, 3].map(() => [String(syntax.value()), syntax.isAtEnd()])).toEqual([
    ["1", false],
    ["(a)", false],
    ["/B", true],
  ]);
});

test("an operator ends at space or a delimiter, and operands are no operators", () => {
  const syntax = read(" re[");
  expect([syntax.operator(), syntax.at]).toEqual(["re", 3]);
  expect(read("T*").operator()).toBe("T*");
  for (const operand of ["1", "+1", "-1", ".5", "/N", "(a)", "<41>", "[1]", ""])
    expect([operand, read(operand).operator()]).toEqual([operand, undefined]);
});

test("an integer has digits only", () => {
  expect(read(" 012 ").integer()).toBe(12);
  expect(read("7").integer()).toBe(7);
  for (const text of ["-1", "+1", "1x", "", "a"])
    expect(() => read(text).integer()).toThrow(new StrictReadError("An integer is missing"));
});

test("a word is passed where it is next, after space and comments", () => {
  const syntax = read(" %c\nendobj 1");
  expect([syntax.passes("obj"), syntax.passes("endobj"), syntax.integer()]).toEqual([false, true, 1]);
});

test("dictionaries are nested 200 levels deep like lists, and both count", () => {
  const nested = (levels: number) => `${"<</A".repeat(levels)}[]${">>".repeat(levels)}`;
  expect(() => read(nested(200)).value()).not.toThrow();
  expect(() => read(nested(201)).value()).toThrow("Objects are nested too deeply");
  const mixed = (levels: number) => `${"[<</A".repeat(levels)} 1${">>]".repeat(levels)}`;
  expect(() => read(mixed(100)).value()).not.toThrow();
  expect(() => read(mixed(101)).value()).toThrow("Objects are nested too deeply");
});

test.each(["/A /A", "1.5 1.5", "true true"])("equal objects are read as one: %s", (text) => {
  const syntax = read(text);
  const first = syntax.value();
  expect(syntax.value()).toBe(first);
});

test.each([
  ["(a)b", 3],
  ["((a))(b)", 5],
  ["<41>b", 4],
  ["[1]b", 3],
  ["<<>>b", 4],
  ["/A b", 2],
  ["12 b", 2],
  ["12 0 R b", 6],
  ["-1.5 b", 4],
  ["true b", 4],
])("reading stops at the end of the object: %s", (text, at) => {
  const syntax = read(text);
  syntax.value();
  expect(syntax.at).toBe(at);
});

test("whether a file ends after space and comments", () => {
  for (const text of ["", " ", "\n\n", "%", "%a", "%a\n", "%a\r%b\n "])
    expect([text, read(text).isAtEnd()]).toEqual([text, true]);
  for (const text of ["a", " a", "%a\nb", "%\rb"]) expect([text, read(text).isAtEnd()]).toEqual([text, false]);
});

test("operators are read one after the other, up to the end", () => {
  const syntax = read("q\nf* %c\n'");
  expect([1, 2, 3, 4].map(() => syntax.operator())).toEqual(["q", "f*", "'", undefined]);
  expect(syntax.isAtEnd()).toBe(true);
});

test("a word that is not next is not passed, also at the end", () => {
  const syntax = read("end");
  expect([syntax.passes("endobj"), syntax.at, syntax.passes("end"), syntax.at]).toEqual([false, 0, true, 3]);
  expect(syntax.passes("end")).toBe(false);
});

test("an ignored entry keeps the references before it", () => {
  const syntax = read("[9 0 R<</PieceInfo 1 0 R/A 2 0 R>>]");
  syntax.value();
  expect(syntax.references.map(String)).toEqual(["9 0 R", "2 0 R"]);
});
