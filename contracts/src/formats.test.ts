import { expect, test } from "vitest";
import {
  acceptAttribute,
  acceptedExtension,
  containerExtension,
  containers,
  formatOf,
  formats,
  formatsByGroup,
  isPlainText,
  mayHoldDocuments,
  tagOf,
  uploadExtension,
} from "./formats.ts";

test("[S1.1] the file picker accepts every file type named in the specification", () => {
  const listed = acceptAttribute.split(",");
  const promised = ".pdf .doc .docx .txt .xls .xlsx .csv .jpg .jpeg .png .bmp .tif .tiff .ppt .pptx .heic .webp .gif";
  expect(listed).toEqual(expect.arrayContaining(promised.split(" ")));
});

test.each(["drawing.dwg", "page.php", "archive.zip", "pdf", "constructor"])(
  "the file name %s is not accepted",
  (name) => expect(acceptedExtension(name)).toBeUndefined(),
);

test("a container is recognised by its extension in capitals or small letters, and no document is one", () => {
  expect(["Invoices.ZIP", "a.pdf.zip"].map(containerExtension)).toEqual(["zip", "zip"]);
  expect(["zip", "a.zip.pdf", "a.constructor"].map(containerExtension)).toEqual([undefined, undefined, undefined]);
});

test("documents and containers can be uploaded, are offered by the file picker and have a label", () => {
  expect(["a.pdf", "Month.ZIP", "mail.msg", "setup.exe"].map(uploadExtension)).toEqual([
    "pdf",
    "zip",
    "msg",
    undefined,
  ]);
  expect(["a.docx", "Month.ZIP", "mail.eml", "setup.exe"].map(tagOf)).toEqual(["DOC", "ZIP", "MAIL", undefined]);
  expect(acceptAttribute.split(",")).toEqual(expect.arrayContaining([".zip", ".eml", ".msg"]));
});

test("only containers and XML invoices may become several documents", () => {
  expect(["mail.eml", "month.zip", "invoice.xml", "a.pdf", "b.xlsx"].map(mayHoldDocuments)).toEqual([
    ...[true, true, true, false, false],
  ]);
});

test("the list of formats names documents and containers by group", () => {
  const emails = formatsByGroup.find(({ label }) => label === "Emails");
  expect(emails?.extensions).toEqual(["EML", "MSG", "winmail.dat"]);
});

test("LibreOffice’s own spreadsheets, binary workbooks, Numbers and CSV take twice as long as other office files", () => {
  const names = (Object.keys(formats) as (keyof typeof formats)[]).map((extension) => `a.${extension}`);
  const withWork = (work: number | undefined) =>
    names.flatMap((name) => (formatOf(name)?.officeWork === work ? [name.slice(2)] : []));

  expect(withWork(40)).toEqual(["ods", "xlsb", "ots", "fods", "numbers", "csv"]);
  expect(withWork(undefined)).toEqual(
    "pdf xml jpg jpeg png bmp tif tiff webp gif heic heif avif avifs jp2 j2k jpx jpf".split(" "),
  );
  expect(withWork(20)).toHaveLength(names.length - 6 - 18);
});

test("old, flat and plain formats are worth compressing; all other ones are compressed already", () => {
  const worth = Object.entries({ ...formats, ...containers }).flatMap(([extension, format]) =>
    "packed" in format && format.packed ? [] : [extension],
  );
  const documents = "doc rtf dot fodt wpd wps txt xml html htm mht mhtml";
  expect(worth.join(" ")).toBe(
    `${documents} xls xlt fods csv ppt pot pps fodp bmp tif tiff svg emf wmf eml msg dat p7m`,
  );
});

test.each([
  ["a.b.PDF", "pdf"],
  [".pdf", "pdf"],
  ["pdf", undefined],
  ["a.", undefined],
  ["", undefined],
])("the extension of the file name %j is %j", (name, extension) => {
  expect(acceptedExtension(name)).toBe(extension);
});

test("the expected kind of a file follows from its extension", () => {
  expect(["a.pdf", "a.fods", "a.htm", "a.svgz"].map((name) => formatOf(name)?.kind)).toEqual([
    ...["pdf", "workbook", "web-page", "drawing"],
  ]);
  expect(formatOf("a.zip")).toBeUndefined();
});

test("only text and CSV are plain text", () => {
  const kinds = new Set(Object.values(formats).map(({ kind }) => kind));
  expect([...kinds].filter(isPlainText)).toEqual(["text", "csv"]);
});

test("the list of formats has each group once, with all of its extensions", () => {
  expect(formatsByGroup.map(({ label, extensions }) => [label, extensions.length])).toEqual([
    ["Documents", 20],
    ["Spreadsheets", 12],
    ["Slides", 13],
    ["Images", 20],
    ["Archives", 1],
    ["Emails", 3],
    ["Signed files", 1],
  ]);
});
