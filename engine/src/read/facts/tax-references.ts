import type { FoundFact } from "./found-fact.ts";
import { labelledNumbers } from "./labelled-numbers.ts";
import type { PrintedPage } from "./printed-page.ts";

const labels = /\b(?:utr|u\.t\.r\.?|unique tax(?:payer)?(?:'?s)? ref(?:erence)?|tax(?:payer)? ref(?:erence)?)\b/gi;

/** Finds unique taxpayer references by their label and check digit. */
export function taxReferencesOf(page: PrintedPage): FoundFact[] {
  return labelledNumbers(page, "utr", labels, /\d{5} ?\d{5}|\d{3} \d{3} \d{4}|\d{4} \d{3} \d{3}/, (text) => {
    const digits = text.replace(/\D/g, "");
    return isTaxReference(digits) ? digits : null;
  });
}

const weights = [6, 7, 8, 9, 10, 5, 4, 3, 2];

/** The first digit checks the nine that follow. */
function isTaxReference(digits: string): boolean {
  const total = weights.reduce((sum, weight, index) => sum + weight * Number(digits[index + 1]), 0);
  return digits.length === 10 && "21987654321"[total % 11] === digits[0];
}
