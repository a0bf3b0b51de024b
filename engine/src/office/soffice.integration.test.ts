import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixturePath } from "../../../fixtures/files.ts";
import { see, workFolder } from "../pdf/testing.ts";
import { findOffice } from "./find-office.ts";
import { sofficeOffice } from "./soffice.ts";

async function opened() {
  const homeDir = await workFolder();
  const found = findOffice();
  if (!found) throw new Error("LibreOffice is not installed");
  return { homeDir, office: sofficeOffice(found.programDir, homeDir, "en-GB") };
}

test("without LibreOfficeKit documents are converted by LibreOffice's command, which leaves nothing behind", async () => {
  const { homeDir, office } = await opened();
  const [inDir, outDir] = [await workFolder(), await workFolder()];
  const [letter, ledger] = [join(inDir, "letter.doc"), join(inDir, "ledger.xlsx")];
  await copyFile(fixturePath("letter.doc"), letter);
  await copyFile(fixturePath("ledger.xlsx"), ledger);
  const [pdf, xlsx] = [join(outDir, "letter.pdf"), join(outDir, "again.xlsx")];
  await Promise.all([office.toPdf(letter, pdf), office.toXlsx(ledger, xlsx)]);
  expect(await see(pdf)).not.toEqual([]);
  expect(await readdir(outDir)).toEqual(["again.xlsx", "letter.pdf"]);
  expect(await readdir(homeDir)).toEqual([]);
});

test("a file that LibreOffice's command cannot load is refused as damaged", async () => {
  const { office } = await opened();
  const path = join(await workFolder(), "broken.docx");
  await writeFile(path, "PK\x03\x04 but no archive");
  await expect(office.toPdf(path, `${path}.pdf`)).rejects.toMatchObject({ reason: "damaged" });
});
