/** A start that cannot succeed for a reason the operator can act on: the sentence alone is shown, without a stack. */
export class StartError extends Error {}

/** What an operator reads on the terminal. */
export function forOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const cause = error.cause instanceof Error ? `\nbecause: ${error.cause.message}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
