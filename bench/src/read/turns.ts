import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { picturesPdf } from "@sheaf/engine/testing/printed-pages/pictures-pdf.ts";
import { readByOurselves } from "./readers.ts";
import { type TurnedPage, turnedPages } from "./turned-pages.ts";

/** Pages of one PDF: fewer would start a process for nothing. */
const pagesOfPdf = 20;

/**
 * Measures which pages Sheaf proposes to turn, and how: the lines of a table, and the pages that it is wrong about.
 * @param seed of the first invented paper
 * @param folder for whatever is written
 */
export async function turnsReport(seed: number, count: number, folder: string): Promise<string[]> {
  const pages = await turnedPages(seed, count);
  const batches = Array.from({ length: Math.ceil(pages.length / pagesOfPdf) }, (_, at) =>
    pages.slice(at * pagesOfPdf, (at + 1) * pagesOfPdf),
  );
  const judged: Judged[] = [];
  const workers = Array.from({ length: availableParallelism() }, async (_, worker) => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      judged.push(...(await judge(batch, join(folder, `turns-${worker}`))));
      console.error(`${judged.length} of ${pages.length} pages`);
    }
  });
  await Promise.all(workers);
  const of = (wanted: (one: Judged) => boolean) => judged.filter(wanted);
  return [
    "| pages | all | upright | left as they are | turned right | missed | turned wrongly |",
    "|---|---:|---:|---:|---:|---:|---:|",
    row(
      "invented",
      of(({ page }) => !page.isReal),
    ),
    row(
      "real",
      of(({ page }) => page.isReal),
    ),
    "",
    ...of(({ outcome }) => outcome === "wrong").map(({ page }) => `- Turned wrongly: ${page.name}, ${page.upright}°`),
    ...of(({ outcome }) => outcome === "missed").map(({ page }) => `- Missed: ${page.name}, ${page.upright}°`),
  ];
}

interface Judged {
  page: TurnedPage;
  outcome: "upright" | "right" | "missed" | "wrong";
}

async function judge(pages: TurnedPage[], path: string): Promise<Judged[]> {
  writeFileSync(`${path}.pdf`, await picturesPdf(pages.map(({ jpeg }) => jpeg)));
  const readings = await readByOurselves(`${path}.pdf`, `${path}.jsonl`);
  return pages.map((page, at) => {
    const turn = readings[at]?.turn ?? 0;
    if (turn === page.upright) return { page, outcome: turn === 0 ? "upright" : "right" };
    return { page, outcome: turn === 0 ? "missed" : "wrong" };
  });
}

function row(name: string, judged: Judged[]): string {
  const count = (wanted: Judged["outcome"]) => judged.filter(({ outcome }) => outcome === wanted).length;
  const upright = judged.filter(({ page }) => page.upright === 0).length;
  const cells = [name, judged.length, upright, count("upright"), count("right"), count("missed"), count("wrong")];
  return `| ${cells.join(" | ")} |`;
}
