/** How fast a page reads what changes; the load generator of `bench/` follows it. */
export const pace = {
  /** Events of one change arrive within this time, and cause one read. */
  togetherMs: 10,
  /** After a pause this many changes are read at once, each on its own; later ones are gathered … */
  burst: 5,
  /** … for this time: a job of 25 files changes many times a second. */
  gatherMs: 80,
  /** Lists, and answers that count jobs, are read again at most once in this time, however much changes. */
  answersMs: 1_000,
} as const;
