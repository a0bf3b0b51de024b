import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { findOffice } from "@sheaf/engine/office/find-office.ts";
import { type Command, type Ran, run, runEach } from "./measure.ts";

/** A program that does the work of a row: Sheaf, another tool, or the fastest possible conversion. */
export interface Runner {
  name: string;
  /** The text for the table when the program is missing; null when it runs. */
  missing: string | null;
  /**
   * Runs the program.
   * @param dir an empty folder for its output
   * @param watched measures memory too
   */
  run(dir: string, watched: boolean): Promise<Ran>;
}

const root = join(import.meta.dirname, "..", "..");

/** Options of `./sheaf convert` for one PDF of all files. */
export const mergedInto = (dir: string): string[] => ["-o", join(dir, "out.pdf")];

/**
 * The whole command `./sheaf convert`: start, sandboxes, every check.
 * @param output options for the result in an empty folder
 */
export const sheaf = (cacheDir: string, files: string[], output: (dir: string) => string[]): Runner => ({
  name: "sheaf",
  missing: null,
  run: (dir, watched) =>
    run(
      {
        program: join(root, "sheaf"),
        given: ["convert", ...files, ...output(dir)],
        env: { XDG_CACHE_HOME: cacheDir },
      },
      watched,
    ),
});

/** The engine as a worker has it: open, warm and at rest before the files come. */
export const warmEngine = (cacheDir: string, files: string[]): Runner => ({
  name: "sheaf, warm",
  missing: null,
  async run(dir, watched) {
    const given = [join(import.meta.dirname, "warm-engine.ts"), join(cacheDir, "warm"), dir, ...files];
    return saysItsTime(await run({ program: process.execPath, given }, watched));
  },
});

const missingUnless = (program: string): string | null => (isInstalled(program) ? null : "not installed");

export const isInstalled = (program: string): boolean => pathsOf(program).length > 0;

/** Returns all programs of this name in the order of PATH. */
function pathsOf(program: string): string[] {
  const paths = (process.env.PATH ?? "").split(delimiter).map((dir) => join(dir, program));
  return paths.filter((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** For programs that print the milliseconds of their work, without their start. */
const saysItsTime = (ran: Ran): Ran => ({ ...ran, ms: Number(ran.stdout) });

/**
 * Converts each file with its own LibreOffice process, as scripts do. The profile exists already, so that only the
 * conversion is measured.
 */
export function sofficeEach(files: string[]): Runner {
  const profile = join(root, "node_modules", ".cache", "bench", "soffice-profile");
  return {
    name: "soffice --convert-to pdf, file by file",
    missing: missingUnless("soffice"),
    run: (dir, watched) =>
      runEach(
        files.map(
          (file): Command => ({
            program: "soffice",
            given: [
              `-env:UserInstallation=file://${profile}`,
              "--headless",
              "--convert-to",
              "pdf",
              "--outdir",
              dir,
              file,
            ],
          }),
        ),
        watched,
      ),
  };
}

/** @param way how pictures are printed: LibreOffice's default, or Sheaf's setting, which takes less work */
export function hotLimit(files: string[], way: "as-libreoffice" | "as-sheaf"): Runner {
  const found = findOffice();
  const cores = availableParallelism();
  return {
    name: `limit: one hot LibreOfficeKit${way === "as-sheaf" ? " told how to print pictures as sheaf does" : ""}, no sandbox, no A4, ÷ ${cores} cores`,
    missing: found?.way === "kit" ? null : "no LibreOfficeKit",
    async run(dir, watched) {
      const given = [join(import.meta.dirname, "hot-limit.ts"), found?.programDir ?? "", dir, way, ...files];
      // It kills itself, since a normal exit of LibreOffice is slow.
      const command: Command = {
        program: process.execPath,
        given,
        env: { SAL_USE_VCLPLUGIN: "svp" },
        endsBy: "SIGKILL",
      };
      const ran = saysItsTime(await run(command, watched));
      return { ...ran, ms: ran.ms / cores };
    },
  };
}

/** Returns a Python that has LibreOffice's UNO module: often the system's one, which PATH may not name first. */
export const unoPython = (): string | undefined =>
  pathsOf("python3").find((python) => spawnSync(python, ["-c", "import uno"], { stdio: "ignore" }).status === 0);

/** A resident LibreOffice that gets one file after the other through its UNO socket, as unoserver has it. */
export function residentOffice(files: string[]): Runner {
  const python = unoPython();
  return {
    name: "resident LibreOffice over UNO, warm, as unoserver has it",
    missing: python && isInstalled("soffice") ? null : "no UNO for Python",
    async run(dir, watched) {
      const given = [join(import.meta.dirname, "resident-office.py"), dir, ...files];
      return saysItsTime(await run({ program: python ?? "", given }, watched));
    },
  };
}

export function ghostscript(files: string[]): Runner {
  return {
    name: "Ghostscript -dPDFFitPage A4",
    missing: missingUnless("gs"),
    run: (dir, watched) =>
      run(
        {
          program: "gs",
          given: [
            "-q",
            "-dNOPAUSE",
            "-dBATCH",
            "-dSAFER",
            "-sDEVICE=pdfwrite",
            "-sPAPERSIZE=a4",
            "-dFIXEDMEDIA",
            "-dPDFFitPage",
            `-sOutputFile=${join(dir, "out.pdf")}`,
            ...files,
          ],
        },
        watched,
      ),
  };
}

export function qpdfPages(files: string[]): Runner {
  return {
    name: "qpdf --pages (joins, places nothing on A4)",
    missing: missingUnless("qpdf"),
    run: (dir, watched) =>
      run(
        { program: "qpdf", given: ["--empty", "--warning-exit-0", "--pages", ...files, "--", join(dir, "out.pdf")] },
        watched,
      ),
  };
}

export function img2pdf(files: string[]): Runner {
  return {
    name: "img2pdf -S A4 (checks nothing)",
    missing: missingUnless("img2pdf"),
    run: (dir, watched) =>
      run({ program: "img2pdf", given: ["-S", "A4", "-o", join(dir, "out.pdf"), ...files] }, watched),
  };
}

/** Runs a program with a new folder, which is removed afterwards. */
export async function inNewFolder(runner: Runner, workDir: string, watched: boolean): Promise<Ran> {
  mkdirSync(workDir, { recursive: true });
  const dir = mkdtempSync(join(workDir, "out-"));
  try {
    return await runner.run(dir, watched);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
