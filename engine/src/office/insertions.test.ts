import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { missingInsertions, onlyInsertions } from "./insertions.ts";

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

test("only the first insertion that is missing is told of, after others that are included", async () => {
  const chunk = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="${target}"/>`;
  const bytes = await zipBytes([
    ["word/document.xml", "<w:document/>"],
    ["word/a.docx", aDocument],
    ["word/b.htm", "<html></html>"],
    ["word/c.htm", "<html></html>"],
    [
      "word/_rels/document.xml.rels",
      `<Relationships>${chunk("a", "a.docx")}${chunk("b", "b.htm")}${chunk("c", "c.htm")}</Relationships>`,
    ],
  ]);
  expect(await missingInsertions(await openArchive(bytes))).toHaveLength(1);
});

test("a document of nothing but insertions is refused", () => {
  expect(onlyInsertions()).toMatchObject({ reason: "unsupported" });
});
