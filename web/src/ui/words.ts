import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { number } from "@sheaf/contracts/words.ts";

export { count, number, pounds } from "@sheaf/contracts/words.ts";

/** Formats a limit of a plan: "500", "Unlimited". */
export const included = (limit: number) => (isUnlimited(limit) ? "Unlimited" : number(limit));

/** "Over 25 MB." → "over 25 MB.": for the middle of a sentence. */
export const uncapitalised = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** Formats a plan's price in pence as whole pounds: "£24". */
export const wholePounds = (pence: number) => `£${number(Math.round(pence / 100))}`;

/** Formats US cents: "$8,293.10". */
export const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });
/** "Dext, Xero and Sage" */
export const listed = (words: readonly string[]) => listFormat.format(words);

/** Formats a share of 1 as whole percent: "50%". */
export const percent = (share: number) => `${Math.round(share * 100)}%`;
