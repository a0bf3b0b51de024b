import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ConvertError } from "../converter.ts";
import { type Office, OfficeDied } from "./office.ts";
import { hardenedProfile } from "./profile.ts";

/** LibreOffice's exit status when it has only created its profile and must be started again. */
const profileIsNew = 81;

/**
 * Runs one LibreOffice process for each file. This is slower by some hundred milliseconds, but works with every build.
 * @param homeDir folder for profiles and results; each file gets a new folder in it
 */
export function sofficeOffice(programDir: string, homeDir: string, locale: string): Office {
  const direct = join(programDir, "soffice.bin");
  const program = existsSync(direct) ? direct : join(programDir, "soffice");
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Converts files one after the other: two processes at once would share the memory limit that the watchdog checks.
   */
  function convert(inPath: string, outPath: string, format: string): Promise<void> {
    const done = last.catch(() => {}).then(() => convertAlone(inPath, outPath, format));
    last = done;
    return done;
  }

  async function convertAlone(inPath: string, outPath: string, format: string): Promise<void> {
    const dir = await mkdtemp(join(homeDir, "soffice-"));
    try {
      const profile = join(dir, "profile");
      const results = join(dir, "results");
      await mkdir(join(profile, "user"), { recursive: true });
      await writeFile(join(profile, "user", "registrymodifications.xcu"), hardenedProfile(locale));
      const given = [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        ..."--headless --norestore --nolockcheck --nodefault --convert-to".split(" "),
        format,
        "--outdir",
        results,
        inPath,
      ];
      let ending = await run(program, given);
      if (ending.status === profileIsNew) ending = await run(program, given);
      const made = await readdir(results).catch(() => []);
      const result =
        made.find((name) => basename(name, extname(name)) === basename(inPath, extname(inPath))) ?? made[0];
      if (result) return await copyFile(join(results, result), outPath);
      if (ending.signal) throw new OfficeDied(`LibreOffice ended with ${ending.signal}.`);
      throw new ConvertError("damaged"); // it exits with 0 even when it could not load the file
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }

  return {
    // A password cannot be passed this way; `detect` has refused files that need one.
    async toPdf(inPath, outPath) {
      await convert(inPath, outPath, "pdf");
      return { hiddenSlides: [], changesLeft: false };
    },
    toXlsx: (inPath, outPath) => convert(inPath, outPath, "xlsx"),
  };
}

function run(program: string, given: string[]): Promise<{ status: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { stdio: ["ignore", "ignore", "inherit"] });
    child.on("error", (error) => reject(new OfficeDied(`LibreOffice could not be started: ${error.message}`)));
    child.on("close", (status, signal) => resolve({ status, signal }));
  });
}
