import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { portfolioFile } from "../../../fixtures/portfolio-files.ts";
import { signedFile } from "../../../fixtures/signed-files.ts";

const project = join(import.meta.dirname, "..", "..", "..");
/** Larger files only cost time. */
const maxSeedBytes = 300_000;

export interface Seed {
  name: string;
  bytes: Buffer;
}

/**
 * Returns the project's own files of every format and, where the corpus is present, real files of the formats that the
 * engine parses itself; and containers.
 */
export async function readSeeds(): Promise<Seed[]> {
  const shared = join(project, "..", "shared");
  const kinds = ["avif", "emf", "jp2", "svg", "wmf", "zip"].map((folder) => join(shared, "corpus-kinds", folder));
  const known = ["pdf", "jpg", "png", "bmp", "tiff", "xls", "doc"].map((folder) => join(shared, "corpus", folder));
  const files = [join(project, "fixtures", "files"), ...known, ...kinds]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => extname(path) !== "" && statSync(path).size > 0 && statSync(path).size <= maxSeedBytes)
    .sort()
    .map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
  return [...files, ...(await containerSeeds())];
}

async function containerSeeds(): Promise<Seed[]> {
  const files = ["a.txt", "b.txt"].map((name) => ({ name, content: name, folder: 1 }));
  const portfolio = await portfolioFile({ files, pages: ["Cover page"], folders: { 1: "Bank" } });
  return [
    { name: "signed.pdf.p7m", bytes: signedFile("%PDF-1.7 ".repeat(500)) },
    { name: "divided.pdf.p7m", bytes: signedFile("%PDF-1.7 ".repeat(500), { isDivided: true }) },
    { name: "portfolio.pdf", bytes: portfolio },
  ];
}
