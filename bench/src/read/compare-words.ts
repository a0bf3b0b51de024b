/** What is printed on a page. */
export interface Truth {
  words: string[];
  /** As printed, such as "1,234.56"; null for a page without one. */
  total: string | null;
  /** As printed, such as "14 MAR 2018"; null for a page whose date is not known. */
  date: string | null;
}

/** What a reader found on a page. */
export interface Read {
  words: string[];
  /** The amount that it says is the total, such as "1234.56"; null when it says nothing. */
  total: string | null;
}

/** Counts of one page, or of several added up. */
export interface Compared {
  /** Words that are printed, that were read, and that were both. */
  printed: number;
  read: number;
  found: number;
  /** Printed words of at least four characters, and those that occur when spaces are ignored. */
  long: number;
  letters: number;
  /** Pages with a total, those on which its figure occurs, and those of which it was told. */
  totals: number;
  totalsFound: number;
  totalsTold: number;
  /** Pages with a date, and those on which it occurs when spaces are ignored. */
  dates: number;
  datesFound: number;
}

const nothing: Compared = {
  printed: 0,
  read: 0,
  found: 0,
  long: 0,
  letters: 0,
  totals: 0,
  totalsFound: 0,
  totalsTold: 0,
  dates: 0,
  datesFound: 0,
};

/** Compares words as a bag, in upper case and without punctuation around them. */
export function compare(truth: Truth, { words, total }: Read): Compared {
  const printed = bare(truth.words);
  const read = bare(words);
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of printed) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    found++;
  }
  const together = words.join("").toUpperCase();
  const long = printed.filter((word) => word.length >= 4);
  const date = truth.date?.toUpperCase().replaceAll(" ", "") ?? null;
  const figure = truth.total?.replace(/^[^\d]+/, "") ?? null;
  return {
    printed: printed.length,
    read: read.length,
    found,
    long: long.length,
    letters: long.filter((word) => together.includes(word)).length,
    totals: figure === null ? 0 : 1,
    totalsFound: figure !== null && together.includes(figure) ? 1 : 0,
    totalsTold: figure !== null && total === figure.replaceAll(",", "") ? 1 : 0,
    dates: date === null ? 0 : 1,
    datesFound: date !== null && together.includes(date) ? 1 : 0,
  };
}

export function added(pages: Compared[]): Compared {
  const sum = { ...nothing };
  for (const page of pages) {
    for (const key of Object.keys(sum) as (keyof Compared)[]) sum[key] += page[key];
  }
  return sum;
}

const bare = (words: string[]): string[] =>
  words
    .flatMap((word) => word.split(/\s+/))
    .map((word) => word.toUpperCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");
