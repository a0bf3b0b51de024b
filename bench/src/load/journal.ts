/** Response times of the API's requests, and unexpected responses. */
export interface Journal {
  /** Milliseconds of each response, by kind of request. */
  times: Map<string, number[]>;
  /** One line for each failure. */
  failed: string[];
  /**
   * Records a response.
   * @param since `performance.now()` at the time from which the user waited
   */
  answered(kind: string, since: number): void;
}

export function openJournal(): Journal {
  const times: Journal["times"] = new Map();
  return {
    times,
    failed: [],
    answered(kind, since) {
      const ms = performance.now() - since;
      const known = times.get(kind);
      if (known) known.push(ms);
      else times.set(kind, [ms]);
    },
  };
}
