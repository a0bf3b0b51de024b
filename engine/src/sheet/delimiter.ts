/** In order of preference where two score equally: tabs are rare in text, commas are frequent. */
const candidates = ["\t", ",", ";", "|"] as const;
export type Delimiter = (typeof candidates)[number];

/** Number of rows that are examined. */
const sampleRows = 200;
const sampleLength = 128 * 1024;

/**
 * Finds the delimiter: the one that gives most rows the same number of fields, the first row included. A quoted field
 * counts as one. Commas between digits are decimal commas where another delimiter fits as well.
 */
export function findDelimiter(text: string): Delimiter {
  const sample = wholeRows(text);
  const scored = candidates.map((delimiter) => ({ delimiter, score: structureScore(sample, delimiter) }));
  const comma = scored.find(({ delimiter }) => delimiter === ",");
  const rival = Math.max(...scored.filter((one) => one !== comma).map(({ score }) => score));
  if (comma && rival > 0.5 && hasOnlyDecimalCommas(sample)) comma.score *= 0.3;
  const none = { delimiter: "," as Delimiter, score: 0 };
  return scored.reduce((best, one) => (one.score > best.score + 0.001 ? one : best), none).delimiter;
}

function wholeRows(text: string): string {
  if (text.length <= sampleLength) return text;
  const end = text.lastIndexOf("\n", sampleLength);
  return text.slice(0, end > 0 ? end : sampleLength);
}

/** A score from 0 to a little over 1: the share of rows with the most frequent number of fields. */
function structureScore(sample: string, delimiter: string): number {
  const { counts, strayQuotes } = fieldCounts(sample, delimiter);
  const frequency = new Map<number, number>();
  for (const count of counts) if (count > 1) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  let usual = 0;
  let rows = 0;
  for (const [count, often] of frequency)
    if (often > rows || (often === rows && count > usual)) [usual, rows] = [count, often];
  if (usual === 0) return 0;
  const firstRowDivides = (counts[0] ?? 1) > 1;
  // A wrong delimiter splits quoted fields and leaves quotes in the middle of fields.
  const whole = 1 - 0.7 * Math.min(1, strayQuotes / counts.length);
  return ((rows / counts.length) * (firstRowDivides ? 1 : 0.6) + Math.min(usual, 20) / 100) * whole;
}

/** Number of fields of each row that is not blank, and the number of quotes inside unquoted fields. */
function fieldCounts(sample: string, delimiter: string): { counts: number[]; strayQuotes: number } {
  const counts: number[] = [];
  let strayQuotes = 0;
  let fields = 1;
  let quoted = false;
  let fieldStart = true;
  let blank = true;
  for (let at = 0; at <= sample.length && counts.length < sampleRows; at++) {
    const character = sample[at] ?? "\n";
    if (quoted && at < sample.length) {
      if (character !== '"') continue;
      if (sample[at + 1] === '"') at++;
      else quoted = false;
      continue;
    }
    if (character === "\n") {
      if (!blank) counts.push(fields);
      [fields, fieldStart, blank] = [1, true, true];
    } else if (character === delimiter) {
      fields++;
      [fieldStart, blank] = [true, false];
    } else {
      if (character === '"' && fieldStart) quoted = true;
      else if (character === '"') strayQuotes++;
      if (character !== " ") fieldStart = false;
      blank = false;
    }
  }
  return { counts, strayQuotes };
}

/** Whether nearly all commas stand between digits, with at most three digits after them. */
function hasOnlyDecimalCommas(sample: string): boolean {
  const commas = sample.match(/,/g)?.length ?? 0;
  const inNumbers = sample.match(/\d,(?=\d{1,3}(?!\d))/g)?.length ?? 0;
  return commas > 0 && inNumbers >= commas * 0.9;
}
