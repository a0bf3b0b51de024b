import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { afterAll, beforeAll } from "vitest";
import type { Converter } from "../converter.ts";
import { findOffice } from "../office/find-office.ts";
import type { Office } from "../office/office.ts";
import { openOffice } from "../office/open-office.ts";

const run = promisify(execFile);

/**
 * The visible content of a PDF: number of pages, orientation of the first page, words, and the warnings of its
 * conversion.
 */
export interface Printed {
  pdfPath: string;
  drawsLines: boolean;
  pages: number;
  lies: boolean;
  text: string;
  warnings: Warning[];
}

/** A LibreOffice process that all tests of a file share, and a folder for the files that it prints. */
export interface Printing {
  office: Office;
  printed(converter: Converter, path: string): Promise<Printed>;
  /** @returns the path of a new file */
  written(name: string, content: string | Uint8Array): Promise<string>;
}

export function startPrinting(): Printing {
  let dir: string;
  const printing = {
    async printed(converter, path) {
      const workDir = await mkdtemp(join(dir, "file-"));
      const { pdfPath, warnings } = await converter.toPdf(
        { path, name: basename(path), sizeBytes: 1 },
        { workDir, outPath: join(workDir, "out.pdf") },
      );
      const { stdout: info } = await run("pdfinfo", [pdfPath]);
      const { stdout: text } = await run("pdftotext", ["-layout", pdfPath, "-"]);
      const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? [];
      const { stdout: drawing } = await run("pdftocairo", ["-svg", "-l", "1", pdfPath, "-"]);
      const drawsLines = (drawing.match(/<path[^>]*stroke/g)?.length ?? 0) > 10;
      return {
        pdfPath,
        drawsLines,
        pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]),
        lies: Number(width) > Number(height),
        text,
        warnings,
      };
    },
    async written(name, content) {
      const path = join(await mkdtemp(join(dir, "written-")), name);
      await writeFile(path, content);
      return path;
    },
  } as Printing;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "sheaf-print-"));
    printing.office = openOffice(findOffice(), dir, "en-GB");
  });
  // LibreOffice exits with this process and may write to its profile until then.
  afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
  return printing;
}
