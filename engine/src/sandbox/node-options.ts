/** For every process of Node's in a sandboxed process: its notes on what is experimental would fill the diagnosis. */
export const nodeOptions = ["--disable-warning=ExperimentalWarning"];

/**
 * For the process that handles the files. Much of what it makes is garbage a moment later: with room for 32 MB of it,
 * it is rarely collected, and on the thread that made it, since the cores have other work. A fifth of its processor
 * time.
 *
 * Its optimising compilers begin later than is usual: most files are done before what they make has paid, and they take
 * the cores from LibreOffice. Loops that go on for long are still compiled at once. A seventh of the time of many PDFs.
 *
 * WebAssembly's functions are looked through when they are first called: most of PDFium's never are, and it starts in
 * half of the time.
 */
export const sandboxNodeOptions = [
  ...nodeOptions,
  "--min-semi-space-size=32",
  "--max-semi-space-size=32",
  "--single-threaded-gc",
  "--invocation-count-for-maglev=6000",
  "--invocation-count-for-turbofan=30000",
  "--wasm-lazy-validation",
];
