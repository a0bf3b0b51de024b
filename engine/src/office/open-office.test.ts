import { beforeEach, expect, test, vi } from "vitest";
import { ConvertError } from "../converter.ts";
import { OfficeDied } from "./office.ts";
import { openOffice, tooOld } from "./open-office.ts";

const { kit, startOfficeKit, soffice, sofficeOffice, OfficeKitUnavailable } = vi.hoisted(() => ({
  kit: {
    version: vi.fn(),
    warm: vi.fn(),
    toPdf: vi.fn(),
    toXlsx: vi.fn(),
    hasDocumentFonts: vi.fn(),
    close: vi.fn(),
  },
  soffice: { toPdf: vi.fn(), toXlsx: vi.fn() },
  startOfficeKit: vi.fn(),
  sofficeOffice: vi.fn(),
  OfficeKitUnavailable: class extends Error {},
}));
vi.mock("./office-kit-client.ts", () => ({ startOfficeKit, OfficeKitUnavailable }));
vi.mock("./soffice.ts", () => ({ sofficeOffice }));
const printed = { hiddenSlides: [], changesLeft: false };
beforeEach(() => {
  for (const one of [...Object.values(kit), ...Object.values(soffice)]) one.mockReset();
  startOfficeKit.mockReset().mockReturnValue(kit);
  sofficeOffice.mockReset().mockReturnValue(soffice);
  kit.version.mockResolvedValue("25.2.3.2");
  for (const office of [kit, soffice]) office.toPdf.mockResolvedValue(printed);
});

const open = (way: "kit" | "soffice" = "kit") => openOffice({ programDir: "/office", way }, "/home/office", "cy-GB");

test("a LibreOffice older than the tested version causes a note", () => {
  expect(tooOld("7.4.7.2")).toMatch(/^LibreOffice 7\.4\.7\.2 is older than 25\.2/);
  expect(tooOld("24.8.7.2")).not.toBeNull();
  expect(tooOld("25.2")).toBeNull();
  expect(tooOld("25.2.3.2")).toBeNull();
  expect(tooOld("25.10.1")).toBeNull();
});

test("without LibreOffice its state says so, and each document fails with that reason", async () => {
  const office = openOffice(null, "/home/office", "en-GB");
  office.begin();
  expect(await office.warm()).toEqual({ office: "none", officeVersion: null, note: "LibreOffice is not installed." });
  const message = "LibreOffice is not installed, so office files cannot be converted.";
  await expect(office.toPdf("/in.docx", "/out.pdf")).rejects.toThrow(message);
  await expect(office.toXlsx("/in.xls", "/out.xlsx")).rejects.toThrow(message);
});

test("LibreOfficeKit is used where it can be, and is warmed on request", async () => {
  const office = open();
  expect(startOfficeKit).not.toHaveBeenCalled();
  expect(await office.warm()).toEqual({ office: "kit", officeVersion: "25.2.3.2", note: null });
  expect(kit.warm).toHaveBeenCalledOnce();
  expect(startOfficeKit).toHaveBeenCalledWith("/office", "/home/office", "cy-GB");
  expect(await office.toPdf("/in.docx", "/out.pdf", { password: "damson" })).toBe(printed);
  expect(kit.toPdf).toHaveBeenCalledWith("/in.docx", "/out.pdf", { password: "damson" });
  await office.toXlsx("/in.xls", "/out.xlsx");
  expect(kit.toXlsx).toHaveBeenCalledWith("/in.xls", "/out.xlsx");
  expect(startOfficeKit).toHaveBeenCalledOnce();
  expect(sofficeOffice).not.toHaveBeenCalled();
});

test("an old LibreOfficeKit is used with a note", async () => {
  kit.version.mockResolvedValue("7.4.7.2");
  expect(await open().warm()).toMatchObject({ office: "kit", officeVersion: "7.4.7.2", note: tooOld("7.4.7.2") });
});

test("a LibreOffice without the kit is started for each document", async () => {
  const office = open("soffice");
  const { note, ...state } = await office.warm();
  expect(state).toEqual({ office: "soffice", officeVersion: null });
  expect(note).toMatch(/^LibreOfficeKit is not part of this LibreOffice, /);
  expect(await office.toPdf("/in.docx", "/out.pdf")).toBe(printed);
  expect(sofficeOffice).toHaveBeenCalledWith("/office", "/home/office", "cy-GB");
  expect(startOfficeKit).not.toHaveBeenCalled();
});

test("a kit that cannot be loaded is replaced by processes, with its reason in the note", async () => {
  kit.version.mockRejectedValue(new OfficeKitUnavailable("no such symbol"));
  expect(await open().warm()).toEqual({
    office: "soffice",
    officeVersion: null,
    note: "LibreOfficeKit cannot be used, so LibreOffice is started for every office file, which is slower. (no such symbol)",
  });
});

test("a kit that fails otherwise fails the documents, and is not replaced", async () => {
  kit.version.mockRejectedValue(new Error("The disk is full"));
  await expect(open().toPdf("/in.docx", "/out.pdf")).rejects.toThrow("The disk is full");
  expect(sofficeOffice).not.toHaveBeenCalled();
});

test("LibreOffice starts early on request, and a failure is told to the first document", async () => {
  const office = open();
  office.begin();
  await vi.waitFor(() => expect(startOfficeKit).toHaveBeenCalledOnce());
  await office.toPdf("/in.docx", "/out.pdf");
  expect(startOfficeKit).toHaveBeenCalledOnce();
  kit.version.mockRejectedValue(new OfficeDied("LibreOffice ended with 1."));
  const failing = open();
  failing.begin();
  await expect(failing.toPdf("/in.docx", "/out.pdf")).rejects.toThrow("LibreOffice ended with 1.");
});

test("after a crash LibreOffice is started again for the next document, and after another error it is not", async () => {
  const office = open();
  kit.toPdf.mockRejectedValueOnce(new ConvertError("damaged"));
  await expect(office.toPdf("/in.docx", "/out.pdf")).rejects.toMatchObject({ reason: "damaged" });
  await office.toPdf("/in.docx", "/out.pdf");
  expect(startOfficeKit).toHaveBeenCalledTimes(1);
  kit.toPdf.mockRejectedValueOnce(new OfficeDied("crash"));
  await expect(office.toPdf("/in.docx", "/out.pdf")).rejects.toThrow("crash");
  await office.toPdf("/in.docx", "/out.pdf");
  expect(startOfficeKit).toHaveBeenCalledTimes(2);
});

test("a LibreOffice with fonts out of a document is ended, and the next document starts another", async () => {
  const office = open();
  office.forgetFonts();
  await office.toPdf("/in.docx", "/out.pdf");
  office.forgetFonts();
  await office.toXlsx("/in.ods", "/out.xlsx");
  expect(kit.close).not.toHaveBeenCalled();
  expect(startOfficeKit).toHaveBeenCalledOnce();
  kit.hasDocumentFonts.mockReturnValue(true);
  office.forgetFonts();
  office.forgetFonts();
  expect(kit.close).toHaveBeenCalledOnce();
  await office.toPdf("/in.docx", "/out.pdf");
  expect(startOfficeKit).toHaveBeenCalledTimes(2);
});

test("two documents that fail in one crash start LibreOffice once", async () => {
  const office = open();
  const { promise: crash, reject } = Promise.withResolvers<never>();
  kit.toPdf
    .mockReturnValueOnce(crash)
    .mockReturnValueOnce(crash.catch((error) => office.toXlsx("/", "/").then(() => Promise.reject(error))));
  const runs = [office.toPdf("/a.docx", "/a.pdf"), office.toPdf("/b.docx", "/b.pdf")];
  await vi.waitFor(() => expect(kit.toPdf).toHaveBeenCalledTimes(2));
  reject(new OfficeDied("crash"));
  await Promise.allSettled(runs);
  await office.toPdf("/c.docx", "/c.pdf");
  expect(startOfficeKit).toHaveBeenCalledTimes(2);
});
