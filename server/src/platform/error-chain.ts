/** Returns whether an error or one of its causes matches; drivers and libraries wrap the original error. */
export function errorOrCauseMatches(error: unknown, matches: (error: Error, code: unknown) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return matches(error, "code" in error ? error.code : undefined) || errorOrCauseMatches(error.cause, matches);
}
