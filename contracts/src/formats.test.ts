import { expect, test } from "vitest";
import {
  acceptAttribute,
  acceptedExtension,
  containerExtension,
  formatsByGroup,
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
