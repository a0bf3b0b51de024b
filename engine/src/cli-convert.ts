import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ConvertArguments, readArguments, usage } from "./cli-arguments.ts";
import { checkFiles } from "./cli-check.ts";
import type { Converted } from "./cli-converted.ts";
import { convertInOrder, practiceId } from "./cli-files.ts";
import { moveAtomically, separateNames } from "./cli-output.ts";
import { fileLine, fileWords, pagesInWords, progressOn } from "./cli-progress.ts";
import { exitFor, exits, runCommand } from "./cli-run.ts";
import type { SearchableText } from "./cli-searchable.ts";
import { ConvertError } from "./converter.ts";
import type { Engine } from "./engine-api.ts";

/**
 * Runs `sheaf convert`.
 * @param cacheDir is kept for later calls
 * @returns the exit status
 */
export async function runConvert(given: string[], cacheDir: string): Promise<number> {
  const began = performance.now();
  const plan = () => {
    const wanted = readArguments(given);
    if (wanted === "help") return usage;
    const passwords = checkFiles(wanted);
    const work = async (engine: Engine, runDir: string) => {
      const text = wanted.searchable ? await openText(engine, runDir, wanted.language) : undefined;
      const converted = await convertAll(engine, wanted, passwords, runDir);
      return deliver({ engine, runDir, text }, wanted, converted, began);
    };
    return { files: wanted.files, inspect: wanted.inspect, work };
  };
  return runCommand("convert", plan, cacheDir);
}

/** Loaded only when it is wanted, so that other calls start as fast as before. */
async function openText(engine: Engine, runDir: string, language: string | undefined): Promise<SearchableText> {
  return (await import("./cli-searchable.ts")).searchableText(engine, runDir, language);
}

/** Converts the files and reports them, and the items of containers, in the order in which they were typed. */
async function convertAll(
  engine: Engine,
  { files, json }: ConvertArguments,
  passwords: Map<string, string>,
  runDir: string,
): Promise<Converted[]> {
  const progress = progressOn(process.stderr, files.length);
  return convertInOrder(files, { engine, passwords, runDir, progress }, (one) => {
    if (json) console.log(fileLine(one));
    const words = fileWords(one);
    if (words !== null) console.error(words);
  });
}

/** Writes the requested PDFs. Without `--keep-going` it writes nothing when a file was not converted. */
async function deliver(
  { engine, runDir, text }: { engine: Engine; runDir: string; text: SearchableText | undefined },
  { output, separateDir, keepGoing, json }: ConvertArguments,
  converted: Converted[],
  began: number,
): Promise<number> {
  const documents = converted.filter(({ result }) => !["container", "set-aside"].includes(result.outcome));
  const good = documents.filter(({ result }) => result.outcome === "converted");
  const writes = good.length > 0 && (keepGoing || good.length === documents.length);
  let pages = writes
    ? good.reduce((sum, { result }) => sum + (result.outcome === "converted" ? result.pages : 0), 0)
    : 0;
  const merged = join(runDir, "merged.pdf");
  if (writes && output !== undefined) {
    try {
      const sources = good.map(({ title, pagesPath }) => ({ path: pagesPath, title }));
      const options = { practiceId, title: basename(output, ".pdf"), isLast: separateDir === undefined && !text };
      pages = (await engine.assemble(sources, merged, options)).pages;
      await text?.addToMerged(merged, good);
    } catch (error) {
      const isTooLarge = error instanceof ConvertError;
      console.error(isTooLarge ? `The merged PDF ${error.message}` : String(error));
      return isTooLarge ? exits.rejected : exits.ours;
    }
  }
  if (writes && separateDir !== undefined) {
    const names = separateNames(good.map(({ name }) => name));
    for (const one of text ? good : []) await text?.addTo(one);
    await engine.close(); // afterwards no process can write to the results
    await mkdir(separateDir, { recursive: true });
    for (const [index, { pagesPath }] of good.entries()) {
      await moveAtomically(pagesPath, join(separateDir, names[index] ?? basename(pagesPath)));
    }
  }
  if (writes && output !== undefined) await moveAtomically(merged, output);

  const ms = Math.round(performance.now() - began);
  if (json)
    console.log(JSON.stringify({ ...(output === undefined ? {} : { out: writes ? output : null }), pages, ms }));
  else if (writes)
    console.log(`${output ?? separateDir}: ${pagesInWords(pages)} from ${good.length} of ${documents.length} files`);
  else console.error("No PDF was written.");
  return exitFor(converted);
}
