/**
 * The program of a cell: takes one request at a time on standard input and answers on standard output (`protocol.ts`).
 * Everything here runs beside hostile documents. Nothing is kept from one file to the next but LibreOffice itself.
 */
import { lstatSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { formatOf } from "@sheaf/contracts/formats.ts";
import { conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import { adviceAtLimit } from "@sheaf/contracts/refusal-words.ts";
import { ConvertError } from "../converter.ts";
import type { CellAnswer, CellLine, CellStart } from "./protocol.ts";
import { requestLines } from "./request-lines.ts";

const start = JSON.parse(process.argv[2] ?? "{}") as CellStart;
process.title = "sheaf-cell";
console.log = console.error; // standard output is for answers

const { openOffice } = await import("../office/open-office.ts");
const office = openOffice(start.office, start.homeDir, start.locale);

const outPathOf = ({ result }: CellLine): string => join(start.outDir, result);

async function convert(request: Extract<CellLine, { do: "convert" }>): Promise<CellAnswer> {
  if (formatOf(request.name)?.officeWork) office.begin(); // it starts while the file is still being looked at
  const { file, name, sizeBytes, password } = request;
  const input = { path: join(start.inDir, file), name, sizeBytes, ...(password === undefined ? {} : { password }) };
  const items = request.containers && (await (await import("../unpack/containers.ts")).containerItems(input));
  if (items) return { did: "list", items };
  const { convertInside } = await import("../convert.ts");
  const outPath = outPathOf(request);
  return { did: "convert", ...(await convertInside(input, { outPath, workDir: start.workDir, office })) };
}

async function unpack(request: Extract<CellLine, { do: "unpack" }>): Promise<CellAnswer> {
  const { writeItems } = await import("../unpack/write-items.ts");
  const { file, first } = request;
  return {
    did: "unpack",
    ...(await writeItems({ path: join(start.inDir, file), first, outPath: outPathOf(request) })),
  };
}

async function assemblePages(request: Extract<CellLine, { do: "assemble" }>): Promise<CellAnswer> {
  const { assemble } = await import("../pdf/assemble.ts");
  const sources = request.sources.map(({ file, title }) => ({ path: join(start.inDir, file), title }));
  const { pages, title } = request;
  const chosen = pages
    ? (await import("../pdf/choose-pages.ts")).choosePages(sources, pages, start.workDir)
    : { sources };
  const outPath = outPathOf(request);
  return { did: "assemble", pages: (await assemble({ ...chosen, title, outPath })).pages };
}

async function shrinkPictures(request: Extract<CellLine, { do: "shrink" }>): Promise<CellAnswer> {
  const { shrink } = await import("../pdf/shrink.ts");
  const { file, targetBytes } = request;
  const place = { path: join(start.inDir, file), outPath: outPathOf(request) };
  return { did: "shrink", ...(await shrink({ ...place, targetBytes })) };
}

async function drawThumbnails(request: Extract<CellLine, { do: "thumbnails" }>): Promise<CellAnswer> {
  const { renderThumbnails } = await import("../thumbnail/render.ts");
  const { file, first, end, pageMs } = request;
  const place = { path: join(start.inDir, file), outPath: outPathOf(request) };
  return { did: "thumbnails", ...(await renderThumbnails({ ...place, first, end, pageMs })) };
}

async function warm(): Promise<CellAnswer> {
  const { importConverters } = await import("../convert.ts");
  const [found] = await Promise.all([office.warm(), importConverters()]);
  flushCompileCache();
  return { did: "warm", ...found };
}

async function answerTo(request: CellLine): Promise<CellAnswer> {
  try {
    if (request.do === "convert") return await convert(request);
    if (request.do === "unpack") return await unpack(request);
    if (request.do === "assemble") return await assemblePages(request);
    if (request.do === "shrink") return await shrinkPictures(request);
    if (request.do === "thumbnails") return await drawThumbnails(request);
    if (request.do === "try") return { did: "try", leaks: await (await import("./self-test.ts")).leaks(request) };
    return await warm();
  } catch (error) {
    if (isFileTooLarge(error)) return { rejected: "too-large", detail: tooLargeOnDisk(request) };
    if (error instanceof ConvertError) return { rejected: error.reason, detail: error.detail ?? null };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    for (const name of readdirSync(start.workDir)) rmSync(join(start.workDir, name), { recursive: true, force: true });
  }
}

/** LibreOffice ends, or says that it cannot save, where a file of it meets the limit of one file. */
function isFileTooLarge(error: unknown): boolean {
  if ((error as NodeJS.ErrnoException).code === "EFBIG") return true;
  const files = [start.workDir, start.outDir].flatMap((dir) => readdirSync(dir).map((name) => join(dir, name)));
  return files.some((path) => lstatSync(path).size >= conversionLimits.outputBytes);
}

function tooLargeOnDisk(request: CellLine): string {
  const advice = adviceAtLimit(request.do === "convert" ? request.name : "pages.pdf");
  return `becomes larger than the limit of ${conversionLimits.outputBytes / MB} MB. ${advice}`;
}

for await (const line of requestLines(0)) {
  const answer = await answerTo(JSON.parse(line) as CellLine);
  writeFileSync(1, `${JSON.stringify(answer)}\n`);
}
process.exit(0);
