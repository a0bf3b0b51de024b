/** `sheaf read FILE...`: what is read on the pages of files, without database or server. */
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { checkFiles } from "./cli-check.ts";
import type { Converted } from "./cli-converted.ts";
import { convertInOrder } from "./cli-files.ts";
import { cacheFolder, exitWith } from "./cli-process.ts";
import { fileWords, progressOn } from "./cli-progress.ts";
import { type ReadArguments, readReadArguments, readUsage } from "./cli-read-arguments.ts";
import { pageJson, pageText } from "./cli-read-output.ts";
import { checkLanguage, readAll, unreadWords } from "./cli-readings.ts";
import { exitFor, runCommand } from "./cli-run.ts";
import type { Engine } from "./engine-api.ts";

const plan = () => {
  const wanted = readReadArguments(process.argv.slice(2));
  if (wanted === "help") return readUsage;
  const passwords = checkFiles(wanted);
  checkLanguage(wanted.language);
  const work = (engine: Engine, runDir: string) => readFiles(engine, wanted, passwords, runDir);
  return { files: wanted.files, work };
};

/** Prints what was read; with `--json` after the last file, else file by file. */
async function readFiles(
  engine: Engine,
  { files, json, language }: ReadArguments,
  passwords: Map<string, string>,
  runDir: string,
): Promise<number> {
  const progress = progressOn(process.stderr, files.length);
  const converted = await convertInOrder(files, { engine, passwords, runDir, progress }, (one) => {
    const words = fileWords(one);
    if (words !== null) console.error(words);
  });
  const read: { path: string; pages: ReturnType<typeof pageJson>[] }[] = [];
  for (const one of converted.filter(({ result }) => result.outcome === "converted")) {
    const readings = await readAll(engine, one.pagesPath, language);
    read.push({ path: one.file, pages: readings.map(pageJson) });
    if (!json) print(one, readings);
    const words = unreadWords(one.file, readings);
    if (words !== null) console.error(words);
  }
  if (json) console.log(JSON.stringify({ files: read }));
  return exitFor(converted);
}

function print({ file }: Converted, readings: PageReading[]): void {
  for (const reading of readings) console.log(pageText(file, reading));
}

await exitWith(() => runCommand("read", plan, cacheFolder()));
