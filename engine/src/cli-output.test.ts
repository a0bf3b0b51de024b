import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { moveAtomically, separateNames } from "./cli-output.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-cli-output-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("each PDF keeps the name of its file, and a repeated name gets a number", () => {
  expect(separateNames(["a.docx", "b.xlsx", "a.docx", "A.docx", "a.doc", "notes"])).toEqual([
    "a.docx.pdf",
    "b.xlsx.pdf",
    "a (2).docx.pdf",
    "A (3).docx.pdf",
    "a.doc.pdf",
    "notes.pdf",
  ]);
});

test("a name that begins with its only dot has no extension", () => {
  expect(separateNames([".x", ".x", "a.b.c", "a.b.c", "a.b (2).c"])).toEqual([
    ".x.pdf",
    ".x (2).pdf",
    "a.b.c.pdf",
    "a.b (2).c.pdf",
    "a.b (2) (2).c.pdf",
  ]);
});

test("a finished file replaces one in its folder, and leaves nothing where it was made", async () => {
  const [from, to] = [join(folder, "made.pdf"), join(folder, "out.pdf")];
  writeFileSync(from, "new");
  writeFileSync(to, "old");
  await moveAtomically(from, to);
  expect(readdirSync(folder)).toEqual(["out.pdf"]);
  expect(readFileSync(to, "utf8")).toBe("new");
});

test("a file that cannot be moved leaves no part of itself behind", async () => {
  const from = join(folder, "made.pdf");
  const to = join(folder, "folder.pdf");
  mkdirSync(join(to, "inside"), { recursive: true });
  writeFileSync(from, "new");
  await expect(moveAtomically(from, to)).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(["folder.pdf", "made.pdf", "out.pdf"]);
});
