/**
 * The child process that `libpdf.ts` starts: reads the PDF at the path in its first argument and rewrites it to the
 * path in its second.
 */
import { readFile, writeFile } from "node:fs/promises";
import { PDF } from "@libpdf/core";

const [inPath = "", outPath = ""] = process.argv.slice(2);
const document = await PDF.load(await readFile(inPath));
if (document.getPageCount() > 0) await writeFile(outPath, await document.save());
