/**
 * The program of a sandboxed process as it lies in the sources, for machines where no bundle of it can be made
 * (`bundle.ts`).
 */
import { loadPdfLibFromOneFile } from "./pdf-lib-in-one-file.ts";

loadPdfLibFromOneFile();
await import("./sandbox-program.ts");
