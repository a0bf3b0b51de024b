import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { findOffice } from "@sheaf/engine/office/find-office.ts";
import type { Material } from "./material.ts";
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

/** A task that is compared; the table has one line for each rival. */
export interface Row {
  key: string;
  what: string;
  ours: Runner;
  rivals: (Runner & { bar: number | null; aim: number | null })[];
  /** Limit for Sheaf's own time in milliseconds; null when there is none. */
  barMs: number | null;
}

const root = join(import.meta.dirname, "..", "..");

/**
 * Returns the rows of the table.
 * @param cacheDir replaces the user's cache folder, so that the bench neither uses nor fills it
 */
export function rowsFor(material: Material, cacheDir: string): Row[] {
  const sheaf = (files: string[], output: (dir: string) => string[]): Runner => ({
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
  const merged = (dir: string) => ["-o", join(dir, "out.pdf")];
  const { office, pdfs, jpegs, wordFile } = material;
  return [
    {
      key: "office",
      what: `${office.length} typical office files to checked A4, start included`,
      ours: sheaf(office, (dir) => ["--separate", dir]),
      rivals: [
        { ...sofficeEach(office), bar: 1 / 4.5, aim: 1 / 6 },
        { ...hotLimit(office, "as-libreoffice"), bar: 1.5, aim: 1.2 },
        { ...hotLimit(office, "as-sheaf"), bar: null, aim: null },
      ],
      barMs: null,
    },
    {
      key: "pdf",
      what: `${pdfs.length} PDFs, ${material.pdfPages} pages, ${(material.pdfBytes / 1e6).toFixed(1)} MB, to one checked A4 PDF`,
      ours: sheaf(pdfs, merged),
      rivals: [
        { ...ghostscript(pdfs), bar: 0.4, aim: 0.3 },
        { ...qpdfPages(pdfs), bar: 3, aim: null },
      ],
      barMs: null,
    },
    {
      key: "jpeg",
      what: `${jpegs.length} JPEGs of 5 MB to one PDF, integrity checked`,
      ours: sheaf(jpegs, merged),
      rivals: [{ ...img2pdf(jpegs), bar: 1.5, aim: 1 }],
      barMs: null,
    },
    {
      key: "cold",
      what: "one DOCX, cold: ./sheaf convert one.docx -o out.pdf, second run",
      ours: sheaf([wordFile], merged),
      rivals: [{ ...sofficeEach([wordFile]), bar: null, aim: null }],
      barMs: 1_000,
    },
  ];
}

const missingUnless = (program: string): string | null => (isInstalled(program) ? null : "not installed");

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Converts each file with its own LibreOffice process, as scripts do. The profile exists already, so that only the
 * conversion is measured.
 */
function sofficeEach(files: string[]): Runner {
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
function hotLimit(files: string[], way: "as-libreoffice" | "as-sheaf"): Runner {
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
      const { stdout, peakBytes } = await run(command, watched);
      return { ms: Number(stdout) / cores, stdout, peakBytes };
    },
  };
}

function ghostscript(files: string[]): Runner {
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

function qpdfPages(files: string[]): Runner {
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

function img2pdf(files: string[]): Runner {
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
