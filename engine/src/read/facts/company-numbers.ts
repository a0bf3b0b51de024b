import type { FoundFact } from "./found-fact.ts";
import { labelledNumbers } from "./labelled-numbers.ts";
import type { PrintedPage } from "./printed-page.ts";

const labels =
  /\b(?:company (?:reg(?:istration|istered)?\.? ?)?(?:no|number|num|#)\b|(?:registered|incorporated)(?: in| as)? (?:england(?: ?(?:and|&) ?wales)?|scotland|wales|northern ireland|the uk|uk|great britain)(?:[ ,.(]{1,3}(?:under )?(?:company )?(?:reg(?:istration|istered)?\.? ?)?(?:no|number|num)\b)?|registered (?:company )?(?:no|number)\b|co\.? ?reg\.? ?(?:istration )?(?:no|number)\b|company reg(?:istration)?\b|companies house (?:no|number)\b|crn\b)/gi;
const prefixes =
  "AC|CE|CS|FC|FE|GE|GN|GS|IC|IP|LP|NA|NC|NF|NI|NL|NO|NP|NR|NV|NZ|OC|OE|PC|R0|RC|RS|SA|SC|SE|SF|SG|SI|SL|SO|SP|SR|SZ|ZC";
/** The register pads the numbers of old companies with zeros; papers leave these out. */
const number = new RegExp(`^(?:(?:${prefixes}) ?\\d{6}|\\d{6,8})$`, "i");

/** Finds numbers at Companies House, which are recognised by their label. */
export function companyNumbersOf(page: PrintedPage): FoundFact[] {
  return labelledNumbers(page, "company-number", labels, /(?:[A-Z]{2} ?\d{6}|R0\d{6}|\d{6,8})/i, (text) =>
    number.test(text) ? text.replace(" ", "").toUpperCase().padStart(8, "0") : null,
  );
}
