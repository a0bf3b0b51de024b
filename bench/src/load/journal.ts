/** What was asked of the API, how long each answer took, and what was not answered as it should be. */
export interface Journal {
  /** Milliseconds of each answer, by kind of request. */
  times: Map<string, number[]>;
  /** One line for each failure. */
  failed: string[];
  /** @param since `performance.now()` of the moment from which somebody waited */
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
