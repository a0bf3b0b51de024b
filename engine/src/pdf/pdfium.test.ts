import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textOfPage } from "./page-text.ts";
import {
  copyFromPdfium,
  type PdfiumDocument,
  PdfiumError,
  rebuildWithPdfium,
  saveWithPdfium,
  withPdfium,
} from "./pdfium.ts";
import { addPage, aPdf, protectedBy, workFolder } from "./testing.ts";

const twoPages = await aPdf(async (document) => {
  await addPage(document, [300, 400], "Plum tart");
  await addPage(document, [300, 400], "Damson");
});
const lock = () => protectedBy(twoPages, "plum", 256);

const texts = (opened: PdfiumDocument) => Array.from({ length: opened.pages }, (_, index) => textOfPage(opened, index));
const read = (from: Uint8Array | string, password = "") => withPdfium(from, password, texts);
/** Why PDFium cannot open a file. */
async function failure(from: Uint8Array | string, password = ""): Promise<unknown> {
  const error: unknown = await read(from, password).catch((thrown: unknown) => thrown);
  return error instanceof PdfiumError ? error.failure : error;
}
async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await workFolder(), "in.pdf");
  writeFileSync(path, bytes);
  return path;
}
/** A PDF in an encryption that nobody knows. */
const withHandler = Buffer.from(
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n" +
    "3 0 obj\n<< /Filter /Damson /V 1 >>\nendobj\ntrailer\n<< /Size 4 /Root 1 0 R /Encrypt 3 0 R /ID [<00> <00>] >>\n%%EOF\n",
);

test("a PDF is opened from memory and from its file, small or large", async () => {
  expect(await read(twoPages)).toEqual(["Plum tart", "Damson"]);
  expect(await read(await fileOf(twoPages))).toEqual(["Plum tart", "Damson"]);
  const large = await aPdf(async (document) => {
    document.context.register(document.context.stream(Buffer.alloc((1 << 20) + 1)));
    await addPage(document, [300, 400], "Tart");
  });
  expect(large.length).toBeGreaterThan(1 << 20);
  expect(await read(await fileOf(large))).toEqual(["Tart"]);
  expect(await read(await fileOf(twoPages))).toEqual(["Plum tart", "Damson"]);
});

test("a protected PDF is opened with its password only", async () => {
  const locked = await lock();
  expect(await failure(locked)).toBe("password");
  expect(await failure(locked, "tart")).toBe("password");
  expect(await failure(await fileOf(locked))).toBe("password");
  expect(await read(locked, "plum")).toEqual(["Plum tart", "Damson"]);
});

test("a file that is no PDF is damaged, and one in an unknown encryption is known as such", async () => {
  expect(await failure(Buffer.from("Damson"))).toBe("damaged");
  expect(await failure(Buffer.alloc(0))).toBe("damaged");
  expect(await failure(await fileOf(Buffer.alloc((1 << 20) + 1)))).toBe("damaged");
  expect(await failure(withHandler)).toBe("encryption");
  await expect(read("/nonexistent/in.pdf")).rejects.toThrow("ENOENT");
});

test("PDFium stays loaded, and is loaded again after it crashed or grew beyond 256 MB", async () => {
  const loaded = () => withPdfium(twoPages, "", ({ pdfium }) => pdfium);
  const first = await loaded();
  expect(await loaded()).toBe(first);
  await failure(Buffer.from("Damson"));
  expect(await loaded()).toBe(first);
  const crash = () => {
    throw new Error("unreachable");
  };
  await expect(withPdfium(twoPages, "", crash)).rejects.toThrow("unreachable");
  const second = await loaded();
  expect(second).not.toBe(first);
  const grow = (megabytes: number) =>
    withPdfium(twoPages, "", ({ pdfium }) => {
      const { malloc, free } = pdfium.pdfium.wasmExports;
      free(malloc(megabytes << 20));
    });
  await grow(100);
  expect(await loaded()).toBe(second);
  await grow(300);
  expect(await loaded()).not.toBe(second);
  expect(await read(twoPages)).toEqual(["Plum tart", "Damson"]);
});

test("a saved PDF has the pages of the original, without its password", async () => {
  const locked = await lock();
  const saved = await withPdfium(locked, "plum", ({ pdfium, document }) => saveWithPdfium(pdfium, document));
  expect(saved.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(await read(saved)).toEqual(["Plum tart", "Damson"]);
  expect(await read(saved, "tart")).toEqual(["Plum tart", "Damson"]);
});

test("a rebuilt PDF has all pages, without a password", async () => {
  const locked = await lock();
  expect(await read(await rebuildWithPdfium(twoPages, ""))).toEqual(["Plum tart", "Damson"]);
  expect(await read(await rebuildWithPdfium(locked, "plum"))).toEqual(["Plum tart", "Damson"]);
  await expect(rebuildWithPdfium(locked, "")).rejects.toThrow("PDFium could not open the PDF: password");
});

test("a part of PDFium's memory is copied", async () => {
  const copied = await withPdfium(twoPages, "", ({ pdfium }) => {
    const { malloc, free } = pdfium.pdfium.wasmExports;
    const at = malloc(4);
    for (const [index, value] of [5, 6, 7, 8].entries()) pdfium.pdfium.setValue(at + index, value, "i8");
    const part = copyFromPdfium(pdfium, at + 1, 2);
    pdfium.pdfium.setValue(at + 1, 99, "i8");
    free(at);
    return part;
  });
  expect([...copied]).toEqual([6, 7]);
});
