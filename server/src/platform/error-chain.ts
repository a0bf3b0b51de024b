/** Returns whether an error or one of its causes matches; drivers and libraries wrap the original error. */
export function isOrCameOf(error: unknown, isSo: (error: Error, code: unknown) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return isSo(error, "code" in error ? error.code : undefined) || isOrCameOf(error.cause, isSo);
}
