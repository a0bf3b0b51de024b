import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { ConvertError } from "../converter.ts";
import { normalise, passwordRefusal } from "./normalise.ts";
import { PdfiumError } from "./pdfium.ts";
import { workFolder } from "./testing.ts";

/** The tools in turn: each is asked with a password, and writes or returns a name for what it made of the file. */
const tools = vi.hoisted(() => ({
  qpdf: vi.fn<(password: string, flattened: boolean) => [outcome: string, writes?: string]>(),
  pages: vi.fn<(password: string) => number | undefined>(),
  pdfium: vi.fn<(password: string) => Promise<Buffer>>(),
  libPdf: vi.fn<() => Promise<Buffer | undefined>>(),
}));
vi.mock("./qpdf.ts", () => ({
  countPages: async (_path: string, password: string) => tools.pages(password),
  normaliseWithQpdf: async (_path: string, password: string, outPath: string, flattened: boolean) => {
    const [outcome, writes] = tools.qpdf(password, flattened);
    if (writes !== undefined) writeFileSync(outPath, writes);
    return outcome;
  },
}));
vi.mock("./pdfium.ts", async (original) => ({
  ...(await original<typeof import("./pdfium.ts")>()),
  rebuildWithPdfium: (_bytes: Uint8Array, password: string) => tools.pdfium(password),
}));
vi.mock("./libpdf.ts", () => ({ rebuildWithLibPdf: () => tools.libPdf() }));
vi.mock("./parse.ts", () => ({
  tryParse: async (bytes: Buffer) => (bytes.includes("unreadable") ? undefined : { isTree: !bytes.includes("odd") }),
}));
vi.mock("./document.ts", async (original) => ({
  ...(await original<typeof import("./document.ts")>()),
  hasConsistentPageTree: ({ isTree }: { isTree: boolean }) => isTree,
}));

beforeEach(() => {
  tools.qpdf.mockReset().mockReturnValue(["failed"]);
  tools.pages.mockReset().mockReturnValue(1);
  tools.pdfium.mockReset().mockRejectedValue(new PdfiumError("damaged"));
  tools.libPdf.mockReset().mockResolvedValue(undefined);
});

async function normal(password?: string) {
  const workDir = await workFolder();
  const input = { path: join(workDir, "in.pdf"), name: "in.pdf", ...(password !== undefined && { password }) };
  try {
    const { bytes, condition, passwordUsed } = await normalise(input, Buffer.from("given"), workDir);
    return [bytes.toString(), condition, passwordUsed];
  } catch (error) {
    return error instanceof ConvertError ? error.reason : error;
  } finally {
    expect(existsSync(join(workDir, "normal.pdf"))).toBe(false);
  }
}
/** What qpdf does with each password. */
const byPassword = (answers: Record<string, [string, string?]>) =>
  tools.qpdf.mockImplementation((password) => answers[password] ?? ["password"]);

test("a file without faults is read after one run of qpdf", async () => {
  tools.qpdf.mockReturnValue(["whole", "clean"]);
  expect(await normal()).toEqual(["clean", "whole", false]);
  expect(tools.qpdf.mock.calls).toEqual([["", false]]);
  expect(tools.pages).not.toHaveBeenCalled();
});

test("the password is tried after none, and known to have been used", async () => {
  byPassword({ plum: ["whole", "opened"] });
  expect(await normal("plum")).toEqual(["opened", "whole", true]);
  byPassword({ "": ["whole", "open"], plum: ["whole", "opened"] });
  expect(await normal("plum")).toEqual(["open", "whole", false]);
});

test("a file whose page tree is inconsistent is written anew with another one", async () => {
  tools.qpdf.mockImplementation((_password, flattened) => ["whole", flattened ? "flat" : "odd"]);
  expect(await normal()).toEqual(["flat", "whole", false]);
  expect(tools.qpdf.mock.calls).toEqual([
    ["", false],
    ["", true],
  ]);
});

test("a file whose page tree cannot be written anew keeps it", async () => {
  tools.qpdf.mockImplementation((_password, flattened) => (flattened ? ["failed"] : ["repaired", "odd"]));
  expect(await normal()).toEqual(["odd", "repaired", false]);
  tools.qpdf.mockImplementation((_password, flattened) => ["repaired", flattened ? "unreadable" : "kept"]);
  expect(await normal()).toEqual(["kept", "repaired", false]);
});

test("a repaired file is said to be repaired, and a password to have been used for it", async () => {
  byPassword({ plum: ["repaired", "mended"] });
  expect(await normal("plum")).toEqual(["mended", "repaired", true]);
});

test("a file of too many pages is refused before they are written", async () => {
  tools.qpdf.mockImplementation((_password, flattened) => ["whole", flattened ? "flat" : "odd"]);
  tools.pages.mockReturnValue(conversionLimits.pages + 1);
  expect(await normal()).toBe("too-large");
  tools.pages.mockReturnValue(conversionLimits.pages);
  expect(await normal()).toEqual(["flat", "whole", false]);
  tools.pages.mockReturnValue(undefined);
  expect(await normal()).toEqual(["flat", "whole", false]);
});

test("what qpdf cannot read is rebuilt by PDFium, else by LibPDF, and pages may be missing", async () => {
  tools.pdfium.mockResolvedValue(Buffer.from("rebuilt"));
  expect(await normal()).toEqual(["rebuilt", "recovered", false]);
  expect(await normal("plum")).toEqual(["rebuilt", "recovered", false]);
  tools.pdfium.mockResolvedValue(Buffer.from("unreadable"));
  expect(await normal()).toBe("damaged");
  tools.libPdf.mockResolvedValue(Buffer.from("saved"));
  expect(await normal()).toEqual(["saved", "recovered", false]);
  tools.pdfium.mockRejectedValue(new Error("PDFium crashed"));
  expect(await normal()).toEqual(["saved", "recovered", false]);
  tools.libPdf.mockResolvedValue(Buffer.from("unreadable"));
  expect(await normal()).toBe("damaged");
});

test("where qpdf wants a password, PDFium decides whether there is one", async () => {
  tools.qpdf.mockReturnValue(["password"]);
  tools.pdfium.mockResolvedValue(Buffer.from("opened"));
  expect(await normal()).toEqual(["opened", "whole", false]);
  tools.pdfium.mockImplementation(async (password) => {
    if (password !== "plum") throw new PdfiumError("password");
    return Buffer.from("opened");
  });
  expect(await normal()).toBe("password");
  expect(await normal("tart")).toBe("password");
  expect(await normal("plum")).toEqual(["opened", "whole", true]);
  tools.libPdf.mockResolvedValue(Buffer.from("saved"));
  tools.pdfium.mockRejectedValue(new PdfiumError("damaged"));
  expect(await normal("plum")).toBe("password");
});

test("a file that only PDFium says is protected is left to LibPDF", async () => {
  tools.pdfium.mockRejectedValue(new PdfiumError("password"));
  expect(await normal("plum")).toBe("damaged");
  tools.libPdf.mockResolvedValue(Buffer.from("saved"));
  expect(await normal("plum")).toEqual(["saved", "recovered", false]);
});

test("a file whose encryption is unknown is refused", async () => {
  tools.pdfium.mockRejectedValue(new PdfiumError("encryption"));
  expect(await normal()).toBe("unsupported");
});

test("without a password one is asked for, and after a wrong one another", () => {
  expect(passwordRefusal(undefined)).toEqual(new ConvertError("password"));
  expect(passwordRefusal("")).toEqual(new ConvertError("password"));
  expect(passwordRefusal("plum").detail).toMatch(/the password given does not open it/);
});
