/** Counts the time during which at least one of several requests runs. */
export class WorkClock {
  #running = 0;
  #since = 0;
  #ms = 0;

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running++ === 0) this.#since = performance.now();
    try {
      return await work();
    } finally {
      if (--this.#running === 0) this.#ms += performance.now() - this.#since;
    }
  }

  ms(): number {
    return this.#ms + (this.#running > 0 ? performance.now() - this.#since : 0);
  }
}
