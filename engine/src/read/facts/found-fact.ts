import type { Fact, FactKind } from "@sheaf/contracts/reading.ts";
import { type Row, unionOf, wordsAt } from "./printed-page.ts";

/** A fact and how sure its words are. */
export interface FoundFact extends Fact {
  /** Of its least sure word, from 0 to 100. */
  confidence: number;
}

/**
 * The least confidence of words that were recognised in a picture. Identifiers with check digits prove themselves. Set
 * where hardly any wrong amount or date of forty real receipts was left.
 */
const leastConfidence: Record<FactKind, number> = {
  date: 80,
  amount: 85,
  total: 85,
  supplier: 75,
  "vat-number": 0,
  "company-number": 85,
  utr: 0,
  "ni-number": 85,
  "bank-account": 85,
  iban: 0,
  "invoice-number": 85,
  addressee: 60,
};
/** A value that is printed twice is sure from this confidence on: a reader seldom makes the same mistake twice. */
export const leastOfRepeated = 50;

/** Box and confidence of the words of a row that touch a part of its text. */
export function printedAt(row: Row, start: number, end: number): Pick<FoundFact, "box" | "confidence"> {
  const words = wordsAt(row, start, end).map((word) => word.read);
  const confidence = words.reduce((least, word) => Math.min(least, word.confidence), 100);
  return { box: unionOf(words.map((word) => word.box)), confidence };
}

/** Each value of a kind once, where it stands first. */
export function distinct(facts: readonly FoundFact[]): FoundFact[] {
  const byValue = new Map<string, FoundFact>();
  for (const fact of facts) {
    const key = `${fact.kind} ${fact.value} ${fact.currency ?? ""}`;
    const first = byValue.get(key);
    if (!first) byValue.set(key, { ...fact });
    else if (Math.min(first.confidence, fact.confidence) >= leastOfRepeated) first.confidence = 100;
    else first.confidence = Math.max(first.confidence, fact.confidence);
  }
  return [...byValue.values()];
}

/** Leaves out what was recognised with too little confidence; all dates when the page's own is doubtful. */
export function sureFacts(facts: readonly FoundFact[]): FoundFact[] {
  const isSure = (fact: FoundFact) => fact.confidence >= leastConfidence[fact.kind];
  const ownDate = facts.find((fact) => fact.kind === "date");
  const sure = facts.filter(isSure);
  return ownDate && !isSure(ownDate) ? sure.filter((fact) => fact.kind !== "date") : sure;
}
