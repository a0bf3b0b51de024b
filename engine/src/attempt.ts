/**
 * Returns the result of `work`, or undefined when it throws anything: only where every error means the same, as for a
 * file that may have been removed since it was listed, or bytes that are not in the expected format.
 */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns whether `work` completes without an error. */
export function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
