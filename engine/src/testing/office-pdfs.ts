import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const setting = (path: string, name: string, value: string | number) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
const neverComputed = 1;
/** The same settings as the engine's: British formats, and formulas with their stored results. */
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${[
  setting("Setup/L10N", "ooSetupSystemLocale", "en-GB"),
  setting("Office.Calc/Formula/Load", "OOXMLRecalcMode", neverComputed),
  setting("Office.Calc/Formula/Load", "ODFRecalcMode", neverComputed),
].join("")}</oor:items>`;

const filesAtOnce = 20;
const patienceMs = { several: 300_000, one: 120_000 };

/**
 * Prints unchanged files with LibreOffice, folder by folder.
 * @param dir an empty folder for the PDFs and LibreOffice's profile
 * @returns the PDF of each file that LibreOffice could print in time
 */
export async function officePdfs(paths: string[], dir: string): Promise<Map<string, string>> {
  const profileDir = join(dir, "profile", "user");
  await mkdir(profileDir, { recursive: true });
  await writeFile(join(profileDir, "registrymodifications.xcu"), profile);
  const outDir = (path: string) => join(dir, basename(dirname(path)));
  const pdfOf = (path: string) => join(outDir(path), `${basename(path, extname(path))}.pdf`);
  const convert = async (some: string[], timeout: number) => {
    const given = ["--headless", "--norestore", "--convert-to", "pdf", "--outdir", outDir(some[0] ?? "")];
    const home = `-env:UserInstallation=${pathToFileURL(join(dir, "profile")).href}`;
    // When LibreOffice crashes or hangs on a file, the other files of the batch fail too: they are tried again one by
    // one.
    await run("soffice", [home, ...given, ...some], { timeout, killSignal: "SIGKILL" }).catch(() => {});
  };
  for (const [folder, inFolder] of Map.groupBy(paths, outDir)) {
    await mkdir(folder, { recursive: true });
    for (let from = 0; from < inFolder.length; from += filesAtOnce)
      await convert(inFolder.slice(from, from + filesAtOnce), patienceMs.several);
    for (const path of inFolder.filter((one) => !existsSync(pdfOf(one)))) await convert([path], patienceMs.one);
  }
  return new Map(paths.filter((path) => existsSync(pdfOf(path))).map((path) => [path, pdfOf(path)]));
}
