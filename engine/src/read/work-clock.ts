/** Counts the time during which at least one of several requests runs, without their waits for a processor. */
export class WorkClock {
  #running = 0;
  #since = 0;
  #ms = 0;

  /** @param waitedMs returns, afterwards, how long the request waited for a processor */
  async during<Result>(work: () => Promise<Result>, waitedMs: () => number): Promise<Result> {
    if (this.#running++ === 0) this.#since = performance.now();
    const began = performance.now();
    try {
      return await work();
    } finally {
      const forgiven = Math.min(waitedMs(), performance.now() - began);
      this.#ms -= forgiven / this.#running;
      if (--this.#running === 0) this.#ms += performance.now() - this.#since;
    }
  }

  ms(): number {
    return this.#ms + (this.#running > 0 ? performance.now() - this.#since : 0);
  }
}
