import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { missingFonts } from "./fonts.ts";
import { installedLanguages } from "./languages.ts";
import { installationNote, installedNotes, subjectOfNote, withReadingNote } from "./notes.ts";
import { missingPrograms } from "./programs.ts";
import { hasSecondReader } from "./second-reader.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-installed-"));
  folders.push(folder);
  for (const name of names) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test("fonts are found in every subfolder, and missing ones are named with the font they replace", () => {
  const fonts = folderWith(
    "truetype/liberation/LiberationSans-Regular.ttf",
    "truetype/crosextra/Caladea-Regular.ttf",
    "dejavu/DejaVuSans.ttf",
    "noto/NotoSansArabic-Regular.ttf",
    "noto/NotoSansCJK-Regular.ttc",
    "noto/NotoColorEmoji.ttf",
  );
  expect(missingFonts([fonts, "/nowhere"])).toEqual(["Carlito (for Calibri)", "Noto Sans (for other scripts)"]);
});

test("an installed font needs no replacement", () => {
  const own = folderWith("msttcorefonts/arial.ttf", "calibri.ttf", "cambria.ttc");
  expect(missingFonts([own]).join()).not.toMatch(/Liberation|Carlito|Caladea/);
});

test("programs that are not on the path are named with the consequence", () => {
  const path = folderWith("bwrap", "prlimit");
  expect(missingPrograms(path)).toContain("qpdf (no PDF can be converted)");
  expect(missingPrograms(path).join()).not.toMatch(/bubblewrap|prlimit/);
});

test("the subject of each note is recognised", () => {
  const notes = installedNotes(["Carlito (for Calibri)"], ["qpdf (no PDF can be converted)"], []);
  expect(notes).toEqual([
    "Fonts are missing: Carlito (for Calibri).",
    "Programs are missing: qpdf (no PDF can be converted).",
    "Reading pages: scans and photos are not read, because Tesseract with English is not installed.",
  ]);
  const others = ["LibreOfficeKit is not part of this LibreOffice.", "The sandbox is switched off.", installationNote];
  const subjects = ["fonts", "programs", "reading", "office", "sandbox", "installation"];
  expect([...notes, ...others].map(subjectOfNote)).toEqual(subjects);
  expect(installedNotes([], [], ["eng"])).toEqual([]);
});

test("the note that scans are not read goes when Tesseract is installed later", () => {
  const notes = withReadingNote(["The sandbox is switched off."], []);
  expect(notes.map(subjectOfNote)).toEqual(["sandbox", "reading"]);
  expect(withReadingNote(notes, ["eng"])).toEqual(["The sandbox is switched off."]);
});

test("languages of Tesseract are found by their data, and none are read without the program or without English", () => {
  const data = ["eng", "deu", "chi_sim", "osd", "equ"].map((name) => `5/tessdata/${name}.traineddata`);
  const dataFolder = folderWith(...data, "5/tessdata/configs/hocr", "5/tessdata/pdf.ttf");
  const program = join(folderWith("tesseract"), "tesseract");
  expect(installedLanguages({ program, dataFolder })).toEqual(["chi_sim", "deu", "eng"]);
  expect(installedLanguages({ program: "/nowhere/tesseract", dataFolder })).toEqual([]);
  expect(installedLanguages({ program, dataFolder: folderWith("5/tessdata/deu.traineddata") })).toEqual([]);
});

test("the second reader is used where it is installed and the machine has 4 GB", () => {
  expect(hasSecondReader(4_000_000_000, true)).toBe(true);
  expect(hasSecondReader(2_100_000_000, true)).toBe(false);
  expect(hasSecondReader(16_000_000_000, false)).toBe(false);
});
