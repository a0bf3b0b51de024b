import type { Seeded } from "./seed.ts";

/** One kind of search; each number gives another one. */
export interface Question {
  what: string;
  query(number: number): Record<string, string>;
}

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns the kinds of search that are measured. Words are taken by their frequency among those of the pages. */
export function questionsFor({ words, customerIds, to }: Pick<Seeded, "words" | "customerIds" | "to">): Question[] {
  const wordAt = (first: number) => (number: number) => words[first + (number % 100)] ?? "";
  const [rare, middling, frequent] = [wordAt(100_000), wordAt(1_000), wordAt(0)];
  const amount = (number: number) => (10 + 37.13 * number).toFixed(2);
  // The first customer has the most papers.
  const large = (number: number) => customerIds[number % 3] ?? "";
  const any = (number: number) => customerIds[(number * 19) % customerIds.length] ?? "";
  const week = (number: number) => {
    const first = to.getTime() - ((number % 80) + 8) * dayMs;
    return { from: dayOf(first), to: dayOf(first + 7 * dayMs) };
  };
  const slip = (word: string) => `${word.slice(0, 2)}q${word.slice(3)}`;
  return [
    { what: "a rare word", query: (number) => ({ q: rare(number) }) },
    { what: "a middling word", query: (number) => ({ q: middling(number) }) },
    { what: "a frequent word", query: (number) => ({ q: frequent(number) }) },
    { what: "“invoice”, on every page", query: () => ({ q: "invoice" }) },
    { what: "an amount", query: (number) => ({ q: amount(number) }) },
    { what: "a date", query: (number) => ({ q: dayOf(Date.UTC(2025, 0, 1 + number)) }) },
    { what: "“invoice” and a rare word", query: (number) => ({ q: `invoice ${rare(number)}` }) },
    { what: "“invoice” and a middling word", query: (number) => ({ q: `invoice ${middling(number)}` }) },
    { what: "two middling words", query: (number) => ({ q: `${middling(number)} ${middling(7 * number + 1)}` }) },
    { what: "two frequent words", query: (number) => ({ q: `${frequent(number)} ${frequent(7 * number + 1)}` }) },
    { what: "“invoice” of a customer", query: (number) => ({ q: "invoice", customerId: any(number) }) },
    { what: "a middling word of a customer", query: (number) => ({ q: middling(number), customerId: any(number) }) },
    {
      what: "a middling word of a large customer",
      query: (number) => ({ q: middling(number), customerId: large(number) }),
    },
    { what: "an amount of a large customer", query: (number) => ({ q: amount(number), customerId: large(number) }) },
    { what: "“invoice” in a week", query: (number) => ({ q: "invoice", ...week(number) }) },
    { what: "a middling word in a week", query: (number) => ({ q: middling(number), ...week(number) }) },
    {
      what: "a rare word of a large customer in a week",
      query: (number) => ({ q: rare(number), customerId: large(number), ...week(number) }),
    },
    { what: "a rare word with a slip", query: (number) => ({ q: slip(rare(number)) }) },
    { what: "a word that is on no page", query: (number) => ({ q: `zzqx${number}` }) },
  ];
}
