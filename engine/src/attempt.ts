/**
 * Returns the result of `work`, or undefined when it throws: for files that may have been removed or made unreadable
 * since they were listed.
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
