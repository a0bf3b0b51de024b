import { expect, test } from "vitest";
import { acceptAttribute, acceptedExtension, containerExtension } from "./formats.ts";

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
