/** Options for every Node process in a sandbox: warnings about experimental features would fill the diagnosis. */
export const nodeOptions = ["--disable-warning=ExperimentalWarning"];

/**
 * Options for the process that converts the files.
 *
 * Garbage collection: most objects live for a moment only. With 48 MB for new objects, most files need no collection;
 * collections run on the main thread, since the other cores are busy. Saves a fourth of the processor time.
 *
 * Optimising compilers start later than by default: most files are finished before optimised code has paid off, and the
 * compilers take processor time from LibreOffice. Long loops are still compiled immediately. Saves a seventh of the
 * time of many PDFs.
 *
 * WebAssembly functions are validated when they are first called: most of PDFium's functions never are, and it starts
 * in half the time.
 */
export const sandboxNodeOptions = [
  ...nodeOptions,
  "--min-semi-space-size=48",
  "--max-semi-space-size=48",
  "--single-threaded-gc",
  "--invocation-count-for-maglev=6000",
  "--invocation-count-for-turbofan=30000",
  "--wasm-lazy-validation",
];
