import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import { OfficeDied } from "./office.ts";
import { sofficeOffice } from "./soffice.ts";

/** The shell's variables: `$out` is the folder for results, `$in` the document, `$profile` the profile's folder. */
const variables =
  'for one; do case "$one" in -env:*) profile=$(echo "$one" | cut -d: -f3 | cut -c3-);; esac; [ "$last" = --outdir ] && out="$one"; last="$one"; in="$one"; done';

/** Makes a LibreOffice that is a shell script. */
async function office(script: string, program = "soffice") {
  const [programDir, homeDir] = [await workFolder(), await workFolder()];
  const path = join(programDir, program);
  await writeFile(path, `#!/bin/sh\n${variables}\nlog=${homeDir}/../log-$$\nhome=${homeDir}\n${script}\n`);
  await chmod(path, 0o755);
  const documents = join(homeDir, "documents");
  await mkdir(documents);
  const inPath = join(documents, "letter.docx");
  await writeFile(inPath, "Damson");
  const made = sofficeOffice(programDir, homeDir, "cy-GB");
  return { made, programDir, homeDir, inPath, outPath: join(homeDir, "out.pdf") };
}
const copies = 'mkdir -p "$out"; cp "$in" "$out/letter.pdf"';

test("a document is converted by a process of its own, and its folder is removed", async () => {
  const { made, homeDir, inPath, outPath } = await office(
    `${copies}; echo "$@" > $home/given; cp "$profile/user/registrymodifications.xcu" $home/profile`,
  );
  expect(await made.toPdf(inPath, outPath)).toEqual({ hiddenSlides: [], changesLeft: false });
  expect(await readFile(outPath, "utf8")).toBe("Damson");
  const given = await readFile(join(homeDir, "given"), "utf8");
  expect(given).toContain("--headless --norestore --nolockcheck --nodefault --convert-to pdf --outdir");
  expect(given.trim().endsWith(inPath)).toBe(true);
  expect(await readFile(join(homeDir, "profile"), "utf8")).toContain("<value>cy-GB</value>");
  expect((await readdir(homeDir)).sort()).toEqual(["documents", "given", "out.pdf", "profile"]);
});

test("a workbook is converted to XLSX", async () => {
  const { made, inPath, outPath } = await office('mkdir -p "$out"; echo "$@" > "$out/letter.xlsx"');
  await made.toXlsx(inPath, outPath);
  expect(await readFile(outPath, "utf8")).toContain("--convert-to xlsx");
});

test("the program itself is started where it exists, else the script that starts it", async () => {
  const { made, programDir, inPath, outPath } = await office(copies, "soffice.bin");
  await writeFile(join(programDir, "soffice"), "#!/bin/sh\nexit 1\n");
  await chmod(join(programDir, "soffice"), 0o755);
  await made.toPdf(inPath, outPath);
  expect(existsSync(outPath)).toBe(true);
});

test.each([
  [81, 2, true],
  [80, 1, false],
  [0, 1, false],
])("LibreOffice that ends with %i before it has a profile is started %i times", async (status, times, isConverted) => {
  const counted = `echo x >> $home/starts; if [ $(wc -l < $home/starts) = 1 ]; then exit ${status}; fi; ${copies}`;
  const { made, homeDir, inPath, outPath } = await office(counted);
  const done = made.toPdf(inPath, outPath);
  if (isConverted) await done;
  else await expect(done).rejects.toMatchObject({ reason: "damaged" });
  expect((await readFile(join(homeDir, "starts"), "utf8")).match(/x/g)).toHaveLength(times);
});

test("the result with the document's name is taken, or else any", async () => {
  const several = await office(
    'mkdir -p "$out"; echo no > "$out/a.pdf"; echo yes > "$out/letter.pdf"; echo no > "$out/z.pdf"',
  );
  await several.made.toPdf(several.inPath, several.outPath);
  expect(await readFile(several.outPath, "utf8")).toBe("yes\n");
  const other = await office('mkdir -p "$out"; echo yes > "$out/other.pdf"');
  await other.made.toPdf(other.inPath, other.outPath);
  expect(await readFile(other.outPath, "utf8")).toBe("yes\n");
});

test("a document without a result is damaged, and one at which LibreOffice crashed is not", async () => {
  const nothing = await office("exit 0");
  await expect(nothing.made.toPdf(nothing.inPath, nothing.outPath)).rejects.toMatchObject({ reason: "damaged" });
  const crash = await office("kill -SEGV $$");
  await expect(crash.made.toPdf(crash.inPath, crash.outPath)).rejects.toThrow(
    new OfficeDied("LibreOffice ended with SIGSEGV."),
  );
  expect(await readdir(crash.homeDir)).toEqual(["documents"]);
});

test("a LibreOffice that is missing is told", async () => {
  const made = sofficeOffice(await workFolder(), await workFolder(), "en-GB");
  await expect(made.toPdf("/letter.docx", "/out.pdf")).rejects.toThrow(/^LibreOffice could not be started: /);
  await expect(made.toXlsx("/letter.docx", "/out.xlsx")).rejects.toBeInstanceOf(OfficeDied);
});

test("documents are converted one after the other, also after one that failed", async () => {
  const script = `[ -e $home/busy ] && { echo > $home/overlap; }; touch $home/busy; case "$in" in *bad*) rm $home/busy; exit 0;; esac; ${copies}; rm $home/busy`;
  const { made, homeDir, inPath, outPath } = await office(script);
  const bad = join(homeDir, "documents", "bad.docx");
  await writeFile(bad, "x");
  const all = [bad, inPath, inPath].map((path, index) => made.toPdf(path, `${outPath}${index}`));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(existsSync(join(homeDir, "overlap"))).toBe(false);
});
