import { median } from "../measure.ts";

/** One look at something that may grow. */
export interface Look {
  atMs: number;
  value: number;
}

/** What a measure was in the two halves of a run, and how much of itself it gained over the second. */
export interface Trend {
  firstHalf: number;
  secondHalf: number;
  /** As a part of the second half's median; negative when it shrank. */
  drift: number;
}

/** @param looks in the order of time, three in each half at least */
export function trendOf(looks: Look[]): Trend {
  const [began = 0, ended = 0] = [looks.at(0)?.atMs, looks.at(-1)?.atMs];
  const middle = (began + ended) / 2;
  const later = looks.filter(({ atMs }) => atMs >= middle);
  const secondHalf = median(later.map(({ value }) => value));
  return {
    firstHalf: median(looks.filter(({ atMs }) => atMs < middle).map(({ value }) => value)),
    secondHalf,
    drift: (slope(later) * (ended - middle)) / secondHalf,
  };
}

/** Theil and Sen: the median of the slopes between any two, which a few high looks do not bend. */
function slope(looks: Look[]): number {
  const slopes = looks.flatMap((one, index) =>
    looks.slice(index + 1).map((other) => (other.value - one.value) / (other.atMs - one.atMs)),
  );
  return median(slopes);
}
