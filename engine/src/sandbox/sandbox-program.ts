/**
 * The program of a sandboxed process: reads one request at a time from standard input and answers on standard output
 * (`protocol.ts`). All code here may be under attack by hostile documents. Only the LibreOffice process is kept from
 * one file to the next, unless a file has changed it.
 */
import { lstatSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { defined } from "@sheaf/contracts/defined.ts";
import { formatOf } from "@sheaf/contracts/formats.ts";
import { conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import { adviceAtLimit } from "@sheaf/contracts/refusal-words.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { mayBeContainer } from "../unpack/content-start.ts";
import type { RequestedFile, SandboxAnswer, SandboxRequestLine, SandboxStart } from "./protocol.ts";
import { requestLines } from "./request-lines.ts";

const start = JSON.parse(process.argv[2] ?? "{}") as SandboxStart;
process.title = "sheaf-sandbox";
console.log = console.error; // standard output carries the answers

const { openOffice } = await import("../office/open-office.ts");
const office = openOffice(start.office, start.homeDir, start.locale);

/** An answer without `did`, which repeats the request; for a container `did` is "list" instead. */
type Answer<Do> = Omit<Extract<SandboxAnswer, { did: Do }>, "did"> | Extract<SandboxAnswer, { did: "list" }>;

function scratchFile({ file, name, sizeBytes, password }: RequestedFile): ScratchFile {
  return { path: join(start.inDir, file), name, sizeBytes, ...defined({ password }) };
}

const handlers: {
  [Do in SandboxRequestLine["do"]]: (request: Extract<SandboxRequestLine, { do: Do }>) => Promise<Answer<Do>>;
} = {
  async convert({ containers, result, ...requested }) {
    if (formatOf(requested.name)?.officeWork) office.begin(); // LibreOffice starts while the file is being detected
    const input = scratchFile(requested);
    if (containers && mayBeContainer(input.path)) {
      const items = await (await import("../unpack/containers.ts")).containerItems(input);
      if (items) return { did: "list", items };
    }
    const { convertInSandbox } = await import("../convert.ts");
    return convertInSandbox(input, { outPath: join(start.outDir, result), workDir: start.workDir, office });
  },
  async unpack({ first, isSingle, result, ...requested }) {
    const { writeItems } = await import("../unpack/write-items.ts");
    const outPath = join(start.outDir, result);
    return writeItems(scratchFile(requested), { first, outPath, ...defined({ isSingle }) });
  },
  async assemble({ sources: given, title, pages, result }) {
    const { assemble } = await import("../pdf/assemble.ts");
    const sources = given.map(({ file, title }) => ({ path: join(start.inDir, file), title }));
    const chosen = pages
      ? (await import("../pdf/choose-pages.ts")).choosePages(sources, pages, start.workDir)
      : { sources };
    return { pages: (await assemble({ ...chosen, title, outPath: join(start.outDir, result) })).pages };
  },
  async shrink({ file, targetBytes, result }) {
    const { shrink } = await import("../pdf/shrink.ts");
    return shrink({ path: join(start.inDir, file), outPath: join(start.outDir, result), targetBytes });
  },
  "add-text": async ({ file, words, result }) => {
    const { addText } = await import("../read/text-layer/add-text.ts");
    const [path, wordsPath] = [join(start.inDir, file), join(start.inDir, words)];
    return addText({ path, wordsPath, outPath: join(start.outDir, result) });
  },
  async thumbnails({ file, first, end, pageMs, result }) {
    const { renderThumbnails } = await import("../thumbnail/render.ts");
    const place = { path: join(start.inDir, file), outPath: join(start.outDir, result) };
    return renderThumbnails({ ...place, first, end, pageMs });
  },
  async read({ file, first, end, languages, secondMs, result }) {
    const { readPages } = await import("../read/read-pages.ts");
    const place = { path: join(start.inDir, file), outPath: join(start.outDir, result) };
    return { pages: await readPages({ ...place, first, end, languages, secondMs }) };
  },
  async draw({ file, index, result }) {
    const { drawPage } = await import("../read/draw-page.ts");
    await drawPage(join(start.inDir, file), index, join(start.outDir, result));
    return {};
  },
  async warm() {
    const { importConverters } = await import("../convert.ts");
    const [found] = await Promise.all([office.warm(), importConverters()]);
    flushCompileCache();
    return found;
  },
  try: async (request) => ({ leaks: await (await import("./self-test.ts")).leaks(request) }),
};

async function handle(request: SandboxRequestLine): Promise<object> {
  try {
    // The cast is needed because TypeScript cannot relate the request to its handler.
    const work = handlers[request.do] as (request: SandboxRequestLine) => Promise<object>;
    return { did: request.do, ...(await work(request)) };
  } catch (error) {
    if (isFileTooLarge(error)) return { rejected: "too-large", detail: tooLargeOnDisk(request) };
    if (error instanceof ConvertError) return { rejected: error.reason, detail: error.detail ?? null };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    office.forgetFonts();
    for (const name of readdirSync(start.workDir)) rmSync(join(start.workDir, name), { recursive: true, force: true });
  }
}

/**
 * Returns whether an error occurred because a file reached the maximum size. LibreOffice exits or reports that it
 * cannot save in that case.
 */
function isFileTooLarge(error: unknown): boolean {
  if ((error as NodeJS.ErrnoException).code === "EFBIG") return true;
  const files = [start.workDir, start.outDir].flatMap((dir) => readdirSync(dir).map((name) => join(dir, name)));
  return files.some((path) => lstatSync(path).size >= conversionLimits.outputBytes);
}

function tooLargeOnDisk(request: SandboxRequestLine): string {
  const advice = adviceAtLimit(request.do === "convert" ? request.name : "pages.pdf");
  return `becomes larger than the limit of ${conversionLimits.outputBytes / MB} MB. ${advice}`;
}

for await (const line of requestLines(0)) {
  const answer = await handle(JSON.parse(line) as SandboxRequestLine);
  writeFileSync(1, `${JSON.stringify(answer)}\n`);
}
process.exit(0);
