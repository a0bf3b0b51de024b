import { expect, test } from "vitest";
import { readArguments } from "./cli-arguments.ts";

test("files keep their order, and options may stand anywhere", () => {
  expect(readArguments(["b.docx", "-o", "out.pdf", "a.pdf", "--json"])).toMatchObject({
    files: ["b.docx", "a.pdf"],
    output: "out.pdf",
    json: true,
    keepGoing: false,
  });
});

test("a password's file belongs to one file, even when its name holds an equals sign", () => {
  const wanted = readArguments(["a=b.docx", "-o", "o.pdf", "--password-file", "a=b.docx=/run/secret"]);

  expect(wanted).toMatchObject({ passwordFiles: new Map([["a=b.docx", "/run/secret"]]) });
});

test.each([
  [["-o", "out.pdf"], "Name at least one file"],
  [["a.docx"], "Say where the PDF goes"],
  [["a.docx", "--outptu", "x"], "Unknown option '--outptu'"],
  [["a.docx", "-o", "o.pdf", "--password-file", "b.docx=x"], "--password-file wants FILE=PATH"],
])("%j is answered with what is missing", (given, sentence) => {
  expect(() => readArguments(given)).toThrow(sentence);
});
