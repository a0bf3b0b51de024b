/** The thread of `libpdf.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { PDF } from "@libpdf/core";

const document = await PDF.load(workerData as Uint8Array);
const saved = document.getPageCount() > 0 ? await document.save() : undefined;
parentPort?.postMessage(saved);
