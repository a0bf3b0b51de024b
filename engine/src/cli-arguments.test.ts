import { expect, test } from "vitest";
import { readArguments } from "./cli-arguments.ts";

test("the order of the files is kept wherever options stand between them", () => {
  expect(readArguments(["b.docx", "-o", "out.pdf", "a.pdf", "--json"])).toMatchObject({
    files: ["b.docx", "a.pdf"],
    output: "out.pdf",
    json: true,
    keepGoing: false,
  });
});

test("a password file is matched to its document even when the document's name contains an equals sign", () => {
  const wanted = readArguments(["a=b.docx", "-o", "o.pdf", "--password-file", "a=b.docx=/run/secret"]);

  expect(wanted).toMatchObject({ passwordFiles: new Map([["a=b.docx", "/run/secret"]]) });
});

test.each([
  [["-o", "out.pdf"], "Enter at least one file"],
  [["a.docx"], "Choose where to write the PDF"],
  [["a.docx", "--outptu", "x"], "Unknown option '--outptu'"],
  [["a.docx", "-o", "o.pdf", "--password-file", "b.docx=x"], "--password-file needs FILE=PATH"],
])("the arguments %j are refused with a message that names what is missing", (given, sentence) => {
  expect(() => readArguments(given)).toThrow(sentence);
});
