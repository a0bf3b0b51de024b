import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formats } from "@sheaf/contracts/formats.ts";
import { expect, onTestFinished, test } from "vitest";
import { compoundFile } from "../../../fixtures/encrypted.ts";
import { type FixtureName, fixturePath, fixtures } from "../../../fixtures/files.ts";
import { ConvertError } from "../converter.ts";
import { detect } from "./detect.ts";

/** Returns the detected kind of a fixture, or the reason of its refusal. */
function verdict(name: FixtureName, as: string = name, password?: string): Promise<string> {
  return verdictOn(fixturePath(name), as, password);
}

async function verdictOn(path: string, as: string, password?: string): Promise<string> {
  try {
    const found = await detect({
      path,
      name: as,
      sizeBytes: statSync(path).size,
      ...(password !== undefined && { password }),
    });
    if (found.kind === "image") return found.picture;
    if (found.kind === "drawing") return found.drawing;
    return "format" in found ? found.format : found.kind;
  } catch (error) {
    if (error instanceof ConvertError) return error.reason;
    throw error;
  }
}

/** Refused later, by the converter that knows the kind. */
const later: FixtureName[] = ["damaged.pdf", "truncated.jpg", "many-pages.txt", "protected.pdf", "blank.docx"];

test.each(fixtures.filter(({ expected, name }) => expected !== "converts" && !later.includes(name)))(
  "$name is refused as $expected",
  async ({ name, expected }) => expect(await verdict(name)).toBe(expected),
);

test("a file of 0 bytes is refused as empty, whatever its extension", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-detect-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "none");
  writeFileSync(path, "");
  for (const name of ["none.pdf", "none.docx", "none.csv", "none.jpg"])
    expect(await verdictOn(path, name)).toBe("empty");
});

test.each([
  ["amounts.csv", "PKR,Amount\n1,200\n", "csv"],
  ["letter.txt", "PKF Smith LLP\nDear Anna,\n", "text"],
  ["short.txt", "PK\n", "text"],
  ["amounts.xlsx", "PKR,Amount\n1,200\n", "unsupported"],
  ["broken.docx", "PK\x03\x04\0\0\0\0", "damaged"],
])("%s with the content %j, which begins like a ZIP archive, is detected as %s", async (name, content, kind) => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-detect-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, name);
  writeFileSync(path, content);
  expect(await verdictOn(path, name)).toBe(kind);
});

test.each([
  ["statement.pdf", "pdf"],
  ["invoice.docx", "docx"],
  ["macro.docx", "docx"],
  ["letter.doc", "doc"],
  ["minutes.odt", "odt"],
  ["terms.rtf", "rtf"],
  ["notes.txt", "text"],
  ["e-invoice.xml", "invoice"],
  ["ledger.xlsx", "xlsx"],
  ["accounts.xls", "xls"],
  ["budget.ods", "ods"],
  ["bank.csv", "csv"],
  ["slides.ppt", "ppt"],
  ["slides.pptx", "pptx"],
  ["slides.odp", "odp"],
  ["receipt-photo.jpg", "jpeg"],
  ["scan.png", "png"],
  ["fax.tiff", "tiff"],
  ["till.bmp", "bmp"],
  ["logo.gif", "gif"],
  ["screenshot.webp", "webp"],
  ["quarters.jp2", "jpeg2000"],
  ["drawing.svgz", "svg"],
  ["drawing.emf", "emf"],
  ["drawing.wmf", "wmf"],
] as const)("%s is recognised as %s, even with another extension", async (name, kind) => {
  expect(await verdict(name)).toBe(kind);
  const another = kind === "text" || kind === "csv" ? (kind === "text" ? "a.csv" : "a.txt") : "a.doc";
  expect(await verdict(name, another)).toBe(kind === "text" ? "csv" : kind === "csv" ? "text" : kind);
});

test("each kind of the accepted extensions is detected in some fixture", async () => {
  const good = fixtures.filter(({ expected }) => expected === "converts");
  const found = await Promise.all(
    good.map(async ({ name }) => {
      const path = fixturePath(name);
      return (await detect({ path, name, sizeBytes: statSync(path).size })).kind;
    }),
  );
  expect(new Set(found)).toEqual(new Set(Object.values(formats).map(({ kind }) => kind)));
});

test.each([
  ["7z", "7z\xbc\xaf\x27\x1c"],
  ["RAR", "Rar!\x1a\x07\x01\0"],
  ["TAR", `${"a.pdf".padEnd(257, "\0")}ustar\0`],
])("a %s archive is refused by name, whatever its extension", async (kind, start) => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-detect-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "archive");
  writeFileSync(path, Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(600)]));
  const detail = `is a ${kind} archive. Unpack it and add the files inside.`;
  for (const name of [`invoices.${kind.toLowerCase()}`, "invoices.zip", "invoices.pdf"]) {
    await expect(detect({ path, name, sizeBytes: 608 })).rejects.toMatchObject({ reason: "unsupported", detail });
  }
});

test("an extension that is not accepted is refused, whatever the content", async () => {
  for (const name of ["invoice.dwg", "scan.psd", "no-extension"]) {
    expect(await verdict("invoice.docx", name)).toBe("unsupported");
  }
});

/** Makes the start of a Word document: magic number, version, and no encryption flag ([MS-DOC] 2.5.2). */
const wordStart = (magic: number) => {
  const start = Buffer.alloc(64);
  start.writeUInt16LE(magic, 0);
  start.writeUInt16LE(0x68, 2);
  return start;
};

test.each([
  ["Word 97", { WordDocument: wordStart(0xa5ec) }, "doc"],
  ["Word 95", { WordDocument: wordStart(0xa5dc) }, "doc"],
  ["East Asian Word", { WordDocument: wordStart(0xa697) }, "doc"],
  ["East Asian Word with its second magic number", { WordDocument: wordStart(0xa698) }, "doc"],
  ["East Asian Word with its third magic number", { WordDocument: wordStart(0xa699) }, "doc"],
  ["Word with an unknown magic number", { WordDocument: wordStart(0xa69a) }, "damaged"],
  ["PowerPoint 4", { PP40: Buffer.alloc(64) }, "ppt"],
  ["PowerPoint 95", { PP40: Buffer.alloc(64), "Current User": Buffer.alloc(16) }, "ppt"],
  ["Works 2000", { CONTENTS: Buffer.from("CHNKWKS ".padEnd(64, "\0")) }, "wps"],
  ["Works 3", { MatOST: Buffer.alloc(64) }, "wps"],
  ["a program that is not supported", { Contents: Buffer.alloc(64) }, "unsupported"],
])("an old binary file of %s is recognised or refused", async (_, streams: Record<string, Buffer>, kind) => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-detect-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "old.doc");
  writeFileSync(path, compoundFile(streams));
  expect(await verdictOn(path, "old.doc")).toBe(kind);
});

test("a web page is accepted only with its own extension, which another kind of file may have too", async () => {
  expect(await verdict("bank-statement.html")).toBe("web-page");
  expect(await verdict("bank-statement.html", "statement.xls")).toBe("unsupported");
  expect(await verdict("bank-statement.html", "statement.txt")).toBe("text");
  expect(await verdict("statement.pdf", "statement.html")).toBe("pdf");
  expect(await verdict("scan.png", "scan.htm")).toBe("png");
});

test("an SVG drawing is accepted with the extension of a drawing or a web page, and refused by name with others", async () => {
  expect(await verdict("drawing.svg")).toBe("svg");
  expect(await verdict("drawing.svg", "drawing.html")).toBe("svg");
  expect(await verdict("drawing.svg", "drawing.png")).toBe("unsupported");
  const given = { path: fixturePath("drawing.svg"), name: "letter.docx", sizeBytes: 1000 };
  await expect(detect(given)).rejects.toMatchObject({ detail: "is an SVG drawing. Rename it to .svg and replace it." });
});

test("an invoice in XML is recognised by its content, whatever its extension", async () => {
  for (const name of ["invoice.txt", "invoice.csv", "invoice.pdf"]) {
    expect(await verdict("e-invoice.xml", name)).toBe("invoice");
  }
});

test("plain text is accepted only with the extension .txt or .csv", async () => {
  expect(await verdict("notes.txt", "notes.docx")).toBe("unsupported");
  expect(await verdict("web-page.doc", "page.txt")).toBe("text");
});

test("an encrypted document opens with its password, and a wrong password is refused with a message that says so", async () => {
  expect(await verdict("protected.docx", "protected.docx", "orchard")).toBe("docx");
  const path = fixturePath("protected.docx");
  const wrong = detect({ path, name: "protected.docx", sizeBytes: statSync(path).size, password: "pear" });
  await expect(wrong).rejects.toMatchObject({ reason: "password", detail: expect.stringContaining("password given") });
});
