import { AppError } from "../errors.ts";
import { forOperator } from "./start-error.ts";

/**
 * Runs an operator's command. With `--help` its words go to the standard output; what is wrong goes to the error
 * output, and the process then ends with 1.
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

/** With `--help` its words go to the standard output, and the process ends. */
export function helpIfAsked(help: string): void {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  console.log(help);
  process.exit(0);
}

/** Of a mistyped option `parseArgs` says what it is, and the help what there is. */
function wordsOf(error: unknown, help: string): string {
  if (error instanceof AppError) return error.message;
  const isMistyped = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
  return isMistyped ? `${error.message}\n${help}` : forOperator(error);
}
