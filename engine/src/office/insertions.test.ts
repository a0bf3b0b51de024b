import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { missingInsertions } from "./insertions.ts";

const documentWith = (chunk: string | Buffer, target = "chunk.bin") =>
  zipBytes([
    ["word/document.xml", '<w:document><w:body><w:altChunk r:id="rId1"/></w:body></w:document>'],
    ["word/chunk.bin", chunk],
    [
      "word/_rels/document.xml.rels",
      `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="${target}"/></Relationships>`,
    ],
  ]);
const aDocument = await zipBytes([["word/document.xml", "<w:document/>"]]);

test.each([
  ["a web page", await documentWith("<html><body>Invoice 42</body></html>")],
  ["a web page, by its absolute path", await documentWith("MIME-Version: 1.0", "/word/chunk.bin")],
  ["a part that does not exist", await documentWith(aDocument, "elsewhere.docx")],
  ["a document with a web page inside", await documentWith(await documentWith("<html></html>"))],
])("a document that contains %s gets a warning that it is missing", async (_what, bytes) => {
  const text = expect.stringContaining("Open it in Word, save it there and replace it.");
  expect(await missingInsertions(await openArchive(bytes))).toEqual([{ code: "insertions-missing", text }]);
});

test.each([
  ["another document", await documentWith(aDocument)],
  ["nothing else", aDocument],
])("a document that contains %s gets no warning", async (_what, bytes) => {
  expect(await missingInsertions(await openArchive(bytes))).toEqual([]);
});
