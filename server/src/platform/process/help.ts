/** Of an operator's command: with `--help` its words go to the standard output, and it ends. */
export function helpIfAsked(help: string): void {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  console.log(help);
  process.exit(0);
}
