import { median } from "../measure.ts";

/** One reading of a value that may grow. */
export interface Sample {
  atMs: number;
  value: number;
}

/** Medians of a value in the two halves of a run, and its relative growth over the second half. */
export interface Trend {
  firstHalf: number;
  secondHalf: number;
  /** Growth as a part of the second half's median; negative when the value shrank. */
  drift: number;
}

/**
 * Computes the trend of readings.
 * @param samples in order of time, at least three in each half
 */
export function trendOf(samples: Sample[]): Trend {
  const [began = 0, ended = 0] = [samples.at(0)?.atMs, samples.at(-1)?.atMs];
  const middle = (began + ended) / 2;
  const later = samples.filter(({ atMs }) => atMs >= middle);
  const secondHalf = median(later.map(({ value }) => value));
  return {
    firstHalf: median(samples.filter(({ atMs }) => atMs < middle).map(({ value }) => value)),
    secondHalf,
    drift: (slope(later) * (ended - middle)) / secondHalf,
  };
}

/** Returns the Theil-Sen slope: the median of the slopes between all pairs, which a few high values do not change. */
function slope(samples: Sample[]): number {
  const slopes = samples.flatMap((one, index) =>
    samples.slice(index + 1).map((other) => (other.value - one.value) / (other.atMs - one.atMs)),
  );
  return median(slopes);
}
