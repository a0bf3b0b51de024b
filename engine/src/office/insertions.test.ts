import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { missingInsertions } from "./insertions.ts";

const letterWith = (chunk: string | Buffer, target = "chunk.bin") =>
  zipBytes([
    ["word/document.xml", '<w:document><w:body><w:altChunk r:id="rId1"/></w:body></w:document>'],
    ["word/chunk.bin", chunk],
    [
      "word/_rels/document.xml.rels",
      `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="${target}"/></Relationships>`,
    ],
  ]);
const letter = await zipBytes([["word/document.xml", "<w:document/>"]]);

test.each([
  ["a web page", await letterWith("<html><body>Invoice 42</body></html>")],
  ["a web page, by its full name", await letterWith("MIME-Version: 1.0", "/word/chunk.bin")],
  ["something that is not there", await letterWith(letter, "elsewhere.docx")],
  ["a letter with a web page inside", await letterWith(await letterWith("<html></html>"))],
])("a letter that holds %s says that it is missing", async (_what, bytes) => {
  const text = expect.stringContaining("Open it in Word, save it there and replace it.");
  expect(await missingInsertions(await openArchive(bytes))).toEqual([{ code: "insertions-missing", text }]);
});

test.each([
  ["another letter", await letterWith(letter)],
  ["nothing else", letter],
])("a letter that holds %s loses nothing", async (_what, bytes) => {
  expect(await missingInsertions(await openArchive(bytes))).toEqual([]);
});
