/** Runs the program of a sandboxed process from its sources, for machines where no bundle can be made (`bundle.ts`). */
import { loadPdfLibFromOneFile } from "./pdf-lib-in-one-file.ts";

loadPdfLibFromOneFile();
await import("./sandbox-program.ts");
