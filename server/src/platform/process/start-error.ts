/** The process cannot start for a reason that the operator can correct: only the message is shown, without a stack. */
export class StartError extends Error {}

/** Formats an error for the operator's terminal. */
export function forOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const cause = error.cause instanceof Error ? `\nbecause: ${error.cause.message}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
