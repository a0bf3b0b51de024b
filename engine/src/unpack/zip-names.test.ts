import { expect, test } from "vitest";
import { zipFile } from "../../../fixtures/zip-files.ts";
import { openTestContainers } from "./testing.ts";

const { listed } = openTestContainers();

test("names are read from the Unicode field, from UTF-8 with and without its flag, and from code page 437", async () => {
  const items = await listed(
    zipFile([
      { name: "Zoë/Bill £5.txt" },
      { name: Buffer.from("Re\u0301sume\u0301.txt") },
      { name: Buffer.from([0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x9c, 0x35]) },
      { name: Buffer.from("?.txt"), unicodeName: "発票.txt" },
      { name: Buffer.from([0x82, 0xa0, 0x2e, 0x74, 0x78, 0x74]), unicodeName: "あ.txt" },
    ]),
  );
  expect(items?.map(({ path }) => path)).toEqual(["Zoë/Bill £5.txt", "Résumé.txt", "Müller £5", "発票.txt", "あ.txt"]);
});

test("equal names in one folder get a number, whatever their case, and no number that is taken", async () => {
  const names = ["a.pdf", "a.pdf", "A.PDF", "b/a.pdf", "a (2).pdf", "b/.././a.pdf", "none", "none", "b/.x", "b/.x"];
  const items = await listed(zipFile(names.map((name) => ({ name }))));
  expect(items?.map(({ path }) => path)).toEqual([
    "a.pdf",
    "a (3).pdf",
    "A (4).PDF",
    "b/a.pdf",
    "a (2).pdf",
    "b/a (2).pdf",
    "none",
    "none (2)",
    "b/x",
    "b/x (2)",
  ]);
});

test("files of macOS and Windows, signatures and calendar entries are set aside, documents are not", async () => {
  const names = [
    "__MACOSX/2026/._a.pdf",
    "2026/._a.pdf",
    ".DS_Store",
    "2026/Thumbs.db",
    "DESKTOP.INI",
    "smime.p7s",
    "meeting.ICS",
    "a.pdf",
    "thumbs.db.pdf",
    "_a.pdf",
    "ics",
  ];
  const items = await listed(zipFile(names.map((name) => ({ name }))));
  expect(items?.map(({ setAside }) => setAside)).toEqual([
    "is a file that macOS keeps for itself, not a document.",
    "is a file that macOS keeps for itself, not a document.",
    "is a file that macOS keeps for itself, not a document.",
    "is a file that Windows keeps for a folder, not a document.",
    "is a file that Windows keeps for a folder, not a document.",
    "is a digital signature, not a document.",
    "is a calendar entry, not a document.",
    ...Array(4).fill(null),
  ]);
});

test("a folder is no item, even without the slash at its end", async () => {
  const folder = 0o040755;
  const items = await listed(zipFile([{ name: "2026", mode: folder }, { name: "2026/a.pdf" }]));
  expect(items?.map(({ path }) => path)).toEqual(["2026/a.pdf"]);
});
