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
  [["a.docx", "-o", ""], "Enter a name for the output."],
  [["a.docx", "-o", "o.pdf", "--separate", ""], "Enter a name for the output."],
  [["a.docx", "-o", "o.pdf", "--language", "deu"], "--language needs --searchable."],
])("the arguments %j are refused with a message that names what is missing", (given, sentence) => {
  expect(() => readArguments(given)).toThrow(sentence);
});

test("without options nothing more is wanted than the output", () => {
  expect(readArguments(["a.docx", "--separate", "pages"])).toEqual({
    files: ["a.docx"],
    output: undefined,
    separateDir: "pages",
    keepGoing: false,
    json: false,
    searchable: false,
    language: undefined,
    inspect: false,
    passwordFiles: new Map(),
  });
});

test("every option is read", () => {
  const options = ["--keep-going", "--json", "--searchable", "--inspect", "--language", "deu"];
  const files = ["--password-file", "a.docx=x", "--password-file", "b.docx=y=z"];
  expect(readArguments(["a.docx", "b.docx", "--output", "o.pdf", ...options, ...files])).toEqual({
    files: ["a.docx", "b.docx"],
    output: "o.pdf",
    separateDir: undefined,
    keepGoing: true,
    json: true,
    searchable: true,
    language: "deu",
    inspect: true,
    passwordFiles: new Map([
      ["a.docx", "x"],
      ["b.docx", "y=z"],
    ]),
  });
});

test("help is given even beside arguments that are not complete", () => {
  expect(readArguments(["--help"])).toBe("help");
  expect(readArguments(["a.docx", "-h"])).toBe("help");
});

test("a message about an argument is one sentence that ends with where to read more", () => {
  expect(() => readArguments(["a.docx", "--none"])).toThrow(/^Unknown option '--none'\. See sheaf convert --help\.$/);
});
