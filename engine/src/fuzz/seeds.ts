import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";

const project = join(import.meta.dirname, "..", "..", "..");
/** Larger files only cost time. */
const maxSeedBytes = 300_000;

export interface Seed {
  name: string;
  bytes: Buffer;
}

/**
 * Returns the project's own files of every format and, where the corpus is present, real files of the formats that the
 * engine parses itself.
 */
export function readSeeds(): Seed[] {
  const corpus = join(project, "..", "shared", "corpus");
  const folders = ["pdf", "jpg", "png", "bmp", "tiff", "xls", "doc"].map((folder) => join(corpus, folder));
  return [join(project, "fixtures", "files"), ...folders]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => extname(path) !== "" && statSync(path).size > 0 && statSync(path).size <= maxSeedBytes)
    .sort()
    .map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
}
