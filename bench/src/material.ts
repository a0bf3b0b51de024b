import { createCipheriv } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { openRaster } from "@sheaf/engine/image/raster.ts";
import { makeScans, makeText } from "@sheaf/engine/testing/long-pdfs.ts";
import { run } from "./measure.ts";

/** The files of all rows of the table: the same in every run, on every machine that has the corpus. */
export interface Material {
  /** "corpus", or "fixtures" when there is no corpus; then numbers can be compared on one machine only. */
  from: "corpus" | "fixtures";
  office: string[];
  pdfs: string[];
  pdfPages: number;
  pdfBytes: number;
  jpegs: string[];
  /** A DOCX document, for a cold start. */
  wordFile: string;
  /** One long PDF of scans, and one of text. */
  scans: string;
  text: string;
  /** Documents of hundreds of pages on which LibreOffice works for seconds; none without their corpus. */
  big: string[];
}

const root = join(import.meta.dirname, "..", "..");
const corpus = join(root, "..", "shared", "corpus");
const foundCorpus = join(root, "..", "shared", "corpus-found");
const fixtures = join(root, "fixtures", "files");

const officeFolders = ["doc", "docx", "xls", "xlsx", "ppt", "pptx"];
const officeFiles = 30;
const pdfFiles = 25;
/** PDFs that are not used: one would dominate the row, and one needs no work (bench/README.md). */
const leftOutPdfs = ["pdf/enormous.pdf", "pdf/no_contents.pdf"];
const longPdf = "pdf/pdf2image-memory-error-test-400p.pdf";
const pdfPagesWanted = 279;
const jpegFiles = 25;

interface Listed {
  path: string;
  category: string;
  expected: string;
  pages: number | null;
}

/**
 * Collects the files.
 * @param workDir generated files are kept here for the next run
 */
export async function gather(workDir: string): Promise<Material> {
  mkdirSync(workDir, { recursive: true });
  const hasCorpus = existsSync(join(corpus, "MANIFEST.json"));
  const listed: Listed[] = hasCorpus ? JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8")).files : [];
  const converts = listed.filter(({ expected }) => expected === "converts");
  const typical = converts.filter(({ category }) => category === "typical");
  const inFolder = (folder: string) => typical.filter(({ path }) => path.startsWith(`${folder}/`));
  const jpegs = await makeJpegs(join(workDir, "jpeg"));
  const long = { scans: await makeScans(workDir), text: await makeText(workDir), big: bigFiles() };
  if (!hasCorpus) {
    const [statement, usPdf] = [join(fixtures, "statement.pdf"), join(fixtures, "us-letter.pdf")];
    const sources = ["letter.doc", "invoice.docx", "accounts.xls", "ledger.xlsx", "slides.ppt", "slides.pptx"];
    const office = await repeat(
      sources.map((name) => join(fixtures, name)),
      officeFiles,
      join(workDir, "office"),
    );
    const { pdfs, pdfPages } = await pdfSet([statement, usPdf], 2, statement, join(workDir, "pdf-fixtures"));
    return {
      from: "fixtures",
      office,
      pdfs,
      pdfPages,
      pdfBytes: bytesOf(pdfs),
      jpegs,
      wordFile: join(fixtures, "invoice.docx"),
      ...long,
    };
  }
  const office = officeFolders.flatMap(inFolder).map(({ path }) => join(corpus, path));
  const real = converts.filter(
    ({ path, category, pages }) =>
      path.startsWith("pdf/") &&
      ["typical", "hard", "protected"].includes(category) &&
      pages !== null &&
      ![...leftOutPdfs, longPdf].includes(path),
  );
  const { pdfs, pdfPages } = await pdfSet(
    real.map(({ path }) => join(corpus, path)),
    real.reduce((sum, { pages }) => sum + (pages ?? 0), 0),
    join(corpus, longPdf),
    join(workDir, "pdf"),
  );
  const wordFile = join(corpus, "docx", "invoice.docx");
  return {
    from: "corpus",
    office: office.slice(0, officeFiles),
    pdfs,
    pdfPages,
    pdfBytes: bytesOf(pdfs),
    jpegs,
    wordFile,
    ...long,
  };
}

function bigFiles(): string[] {
  const manifest = join(foundCorpus, "MANIFEST.json");
  if (!existsSync(manifest)) return [];
  const { files }: { files: { path: string; kind: string }[] } = JSON.parse(readFileSync(manifest, "utf8"));
  return files.filter(({ kind }) => kind === "slow").map(({ path }) => join(foundCorpus, path));
}

const bytesOf = (paths: string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0);

async function repeat(sources: string[], count: number, dir: string): Promise<string[]> {
  mkdirSync(dir, { recursive: true });
  const copies: string[] = [];
  for (let index = 0; index < count; index++) {
    const source = sources[index % sources.length] ?? "";
    const copy = join(dir, `${basename(source, extname(source))}-${index}${extname(source)}`);
    await copyFile(source, copy);
    copies.push(copy);
  }
  return copies;
}

/** Returns PDFs of a few pages, and as many parts of one long document as needed for the number of files and pages. */
async function pdfSet(real: string[], realPages: number, long: string, dir: string) {
  mkdirSync(dir, { recursive: true });
  const { stdout } = await run({ program: "qpdf", given: ["--show-npages", long] });
  const longPages = Number.parseInt(stdout, 10);
  const parts: string[] = [];
  const count = pdfFiles - real.length;
  let left = pdfPagesWanted - realPages;
  for (let index = 0; index < count; index++) {
    const size = Math.round(left / (count - index));
    left -= size;
    const part = join(dir, `part-${index}-of-${size}-pages.pdf`);
    parts.push(part);
    if (existsSync(part)) continue;
    const numbers = Array.from({ length: size }, (_, page) => ((index * size + page) % longPages) + 1);
    const given = [long, "--pages", ".", numbers.join(","), "--", `${part}.new`];
    await run({ program: "qpdf", given });
    renameSync(`${part}.new`, part);
  }
  return { pdfs: [...real, ...parts], pdfPages: pdfPagesWanted };
}

const [width, height] = [4_000, 3_000];
const about5MB = { least: 4_500_000, most: 5_500_000 };

/**
 * Makes pictures of 12 megapixels like those of a camera: smooth colours with fine noise, which makes up most of their
 * size.
 */
async function makeJpegs(dir: string): Promise<string[]> {
  mkdirSync(dir, { recursive: true });
  const paths = Array.from({ length: jpegFiles }, (_, index) => join(dir, `photo-${index}.jpg`));
  if (paths.every((path) => existsSync(path))) return paths;
  const noise = createCipheriv("aes-128-ctr", Buffer.alloc(16, 1), Buffer.alloc(16)).update(
    Buffer.alloc(width * height * 3),
  );
  const pixels = Buffer.alloc(noise.length);
  for (const [index, path] of paths.entries()) {
    for (let row = 0, at = 0; row < height; row++) {
      for (let column = 0; column < width; column++, at += 3) {
        const grain = ((noise[(at + index * 7_919) % noise.length] ?? 0) & 63) - 32;
        pixels[at] = 40 + (row * 160) / height + grain;
        pixels[at + 1] = 60 + (column * 140) / width + grain;
        pixels[at + 2] = 90 + index * 4 + grain;
      }
    }
    const picture = await openRaster(pixels, { raw: { width, height, channels: 3 } });
    await picture.jpeg({ quality: 87 }).toFile(`${path}.new`);
    const { size } = statSync(`${path}.new`);
    if (size < about5MB.least || size > about5MB.most)
      throw new Error(`A picture has ${size} bytes instead of about 5 MB.`);
    renameSync(`${path}.new`, path);
  }
  return paths;
}
