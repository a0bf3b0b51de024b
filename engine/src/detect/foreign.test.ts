import type { Extension } from "@sheaf/contracts/formats.ts";
import { expect, test } from "vitest";
import { foreignBinary, foreignContainer, foreignName, foreignText } from "./foreign.ts";

const table = "<table border=1><tr><td>01/02/2026</td></tr></table>";
const rows = "Date\tType\tAmount\n01/02/2026\tBACS\t-1,234.50\n";
const xml = '<?xml version="1.0"?>';

test.each([
  ["an HTML table, as banks send it", "xls", table, "web page with a workbook's name. Save it as XLSX in Excel"],
  [
    "a page that begins with its encoding",
    "xls",
    `\n<meta charset="utf-8">${table}`,
    "web page with a workbook's name",
  ],
  ["a saved page", "doc", `<!-- saved from url=(1) -->\n<html>${table}</html>`, "web page. Print it to PDF"],
  ["an XHTML page", "doc", `${xml}<html>${table}</html>`, "web page. Print it to PDF"],
  [
    "a workbook in XML",
    "xls",
    `${xml}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`,
    "old XML format",
  ],
  ["a page after many comments", "doc", `${"<!---->".repeat(100)}<html>`, "web page. Print it to PDF"],
  ["comments without a page", "doc", `${"<!---->".repeat(100)}words`, "Rename it to .txt"],
  ["rows of a table", "xlsx", rows, "Rename it to .csv"],
  ["prose", "xls", "Dear Anna\nThank you", "Rename it to .txt"],
  ["a Google Drive link", "docx", '{"url": "https://docs.google.com/open?id=1", "email": ""}', "Google Drive"],
  ["rows of a table with a document's extension", "docx", rows, "Rename it to .txt"],
])("text with a wrong extension is refused with advice: %s as .%s", (_, extension, content, words) => {
  for (const bytes of [
    Buffer.from(content),
    Buffer.from(`\ufeff${content}`),
    Buffer.from(`\ufeff${content}`, "utf16le"),
  ]) {
    expect(foreignText(bytes, extension as Extension)).toMatchObject({
      reason: "unsupported",
      detail: expect.stringContaining(words),
    });
  }
});

test("a picture of an unsupported kind is refused with the name of its kind", () => {
  const head = Buffer.from("\0\0\0\x0cJXL \r\n\x87\n", "latin1");
  expect(foreignBinary(head)).toMatchObject({ detail: expect.stringContaining("JPEG XL") });
});

test.each([
  ["application/vnd.sun.xml.writer", "before 2005"],
  [undefined, "ZIP archive"],
])("a container of the type %s is refused with the name of its kind", (type, words) => {
  expect(foreignContainer(type)).toMatchObject({
    reason: "unsupported",
    detail: expect.stringContaining(words),
  });
});

test("the owner file of an open document is refused, and a document with such a name is accepted", () => {
  expect(foreignName("~$letter.docx", 162)).toMatchObject({ detail: expect.stringContaining("Add the document") });
  expect(foreignName("~$letter.docx", 20_000)).toBeUndefined();
  expect(foreignName("letter.docx", 162)).toBeUndefined();
});
