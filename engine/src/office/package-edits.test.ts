import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { workFolder } from "../pdf/testing.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { editPackage, type PackageEdits } from "./package-edits.ts";

/** Edits a package of two parts, and returns the parts of what is saved. */
async function saved(edit: (edits: PackageEdits) => unknown, hasEndlessParts = false) {
  using archive = await openArchive(
    await zipBytes([
      ["a.xml", "<é/>"],
      ["b.bin", Buffer.from([0xff, 0])],
    ]),
  );
  const edits = editPackage({ ...archive, hasEndlessParts });
  await edit(edits);
  const path = join(await workFolder(), "out.docx");
  if (!(await edits.save(path))) {
    await expect(readFile(path)).rejects.toMatchObject({ code: "ENOENT" });
    return undefined;
  }
  using written = await openArchive(path);
  const parts = await Promise.all(
    written.names.map(async (name) => [name, (await written.read(name))?.toString("latin1")]),
  );
  return Object.fromEntries(parts);
}

const asBefore = { "a.xml": "<\u00c3\u00a9/>", "b.bin": "\xff\0" };

test("a part is read with one character for each byte, a missing one as empty", async () => {
  await saved(async ({ read }) => {
    expect(await read("a.xml")).toBe(asBefore["a.xml"]);
    expect(await read("c.xml")).toBe("");
  });
});

test("a changed part is read as changed and saved with the others as they are", async () => {
  const parts = await saved(async ({ read, write }) => {
    write("a.xml", `${await read("a.xml")}!`);
    expect(await read("a.xml")).toBe(`${asBefore["a.xml"]}!`);
  });
  expect(parts).toEqual({ ...asBefore, "a.xml": `${asBefore["a.xml"]}!` });
});

test("an added part is saved with a changed one, and alone changes nothing", async () => {
  const add = ({ add }: PackageEdits) => add("c.bin", Buffer.from("c"));
  expect(await saved(add)).toBeUndefined();
  const parts = await saved((edits) => {
    add(edits);
    edits.write("a.xml", "a");
  });
  expect(parts).toEqual({ ...asBefore, "a.xml": "a", "c.bin": "c" });
});

test("nothing is saved where nothing changed, unless LibreOffice could not open the original", async () => {
  const rewrite = async ({ read, write }: PackageEdits) => write("a.xml", await read("a.xml"));
  expect(await saved(rewrite)).toBeUndefined();
  expect(await saved(rewrite, true)).toEqual(asBefore);
});
