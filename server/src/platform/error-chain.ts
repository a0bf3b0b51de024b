/** Whether an error, or one that it came of, is of a kind: drivers and libraries wrap what really happened. */
export function isOrCameOf(error: unknown, isSo: (error: Error, code: unknown) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return isSo(error, "code" in error ? error.code : undefined) || isOrCameOf(error.cause, isSo);
}
