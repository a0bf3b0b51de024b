/** For every process of Node's in a cell: its notes on what is experimental would fill the diagnosis. */
export const nodeOptions = ["--disable-warning=ExperimentalWarning"];

/**
 * For the process that handles the files. Much of what it makes is garbage a moment later: with room for 32 MB of it, it is
 * rarely collected, and on the thread that made it, since the cores have other work. A fifth of its processor time.
 */
export const cellOptions = [
  ...nodeOptions,
  ...["--min-semi-space-size=32", "--max-semi-space-size=32", "--single-threaded-gc"],
];
