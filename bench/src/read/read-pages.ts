/** Reads all pages of a PDF as Sheaf does, in this process: `node read-pages.ts IN.pdf OUT.jsonl`. */
import { readPages } from "@sheaf/engine/read/read-pages.ts";

const [path = "", outPath = ""] = process.argv.slice(2);
/** The second reader of hard pages has all the time it wants. */
const secondMs = 3_600_000;
await readPages({ path, outPath, first: 0, end: 10_000, languages: ["eng"], secondMs });
