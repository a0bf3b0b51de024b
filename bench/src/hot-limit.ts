/**
 * The fastest possible conversion, for comparison: LibreOffice, already loaded, converts files to PDF one after the
 * other, without sandbox, pool, A4 pages or checks. Arguments: LibreOffice's `program` folder, an empty folder, how
 * pictures are printed, the files. Prints the milliseconds of the conversions alone.
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOfficeKit } from "@sheaf/engine/office/office-kit.ts";
import { picturesOf } from "@sheaf/engine/office/pdf-export.ts";
import { hardenedProfile } from "@sheaf/engine/office/profile.ts";

const [programDir = "", dir = "", way, ...files] = process.argv.slice(2);
const profileDir = join(dir, "profile");
mkdirSync(join(profileDir, "user"), { recursive: true });
writeFileSync(join(profileDir, "user", "registrymodifications.xcu"), hardenedProfile("en-GB"));
const officeKit = openOfficeKit(programDir, profileDir, "en-GB");
await officeKit.warm(join(dir, "warm.pdf"));

const began = performance.now();
for (const [index, inPath] of files.entries()) {
  // LibreOffice's default, or the setting that Sheaf chooses.
  const pictures = way === "as-libreoffice" ? "small" : picturesOf(statSync(inPath).size);
  const answer = await officeKit.convert({ inPath, outPath: join(dir, `${index}.pdf`), format: "pdf", pictures });
  if (!answer.done) throw new Error(`${inPath}: ${answer.detail}`);
}
const ms = performance.now() - began;
process.stdout.write(`${ms}\n`, () => process.kill(process.pid, "SIGKILL"));
