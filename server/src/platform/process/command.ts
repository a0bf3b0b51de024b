import { AppError } from "../errors.ts";
import { forOperator } from "./start-error.ts";

/**
 * Runs an operator's command. With `--help` prints the help to the standard output. Errors are printed to the standard
 * error, and the process then exits with status 1.
 */
export async function runCommand(help: string, work: () => Promise<void>): Promise<void> {
  helpIfAsked(help);
  try {
    await work();
  } catch (error) {
    console.error(wordsOf(error, help));
    process.exitCode = 1;
  }
}

/** With `--help` prints the help to the standard output and exits. */
export function helpIfAsked(help: string): void {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  console.log(help);
  process.exit(0);
}

/** For a mistyped option, the message of `parseArgs` is followed by the help. */
function wordsOf(error: unknown, help: string): string {
  if (error instanceof AppError) return error.message;
  const isMistyped = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
  return isMistyped ? `${error.message}\n${help}` : forOperator(error);
}
