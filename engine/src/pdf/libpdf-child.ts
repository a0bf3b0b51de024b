/** The process of `libpdf.ts`: reads the PDF at its first argument and writes it again at its second. */
import { readFile, writeFile } from "node:fs/promises";
import { PDF } from "@libpdf/core";

const [inPath = "", outPath = ""] = process.argv.slice(2);
const document = await PDF.load(await readFile(inPath));
if (document.getPageCount() > 0) await writeFile(outPath, await document.save());
