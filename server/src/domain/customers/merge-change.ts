import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import { type CustomerChange, type CustomerInput, customerInput } from "@sheaf/contracts/customers.ts";
import { AppError } from "../../platform/errors.ts";

const titles: Record<string, string> = {
  ...Object.fromEntries(customerColumns),
  preferredPdfs: "Way the PDFs go",
  emailText: "Choice about the text of emails",
};
/** Fields whose values are names of the API and not words. */
const choices: string[] = ["preferredPdfs", "emailText"] satisfies (keyof CustomerInput)[];
/** "Output email" → "output email"; acronyms keep their capitals. */
const inSentence = (title = "") => title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
const fields = Object.keys(customerInput.shape) as (keyof CustomerInput)[];

/**
 * Merges concurrent edits of a customer: fields that the later edit did not change keep the values of the earlier one.
 * @param now the current values in the database
 * @param was the values that the later edit started from
 * @returns the values to write
 * @throws AppError customer-changed when both edits changed a field, each to another value
 */
export function mergeChange(
  now: CustomerInput,
  was: NonNullable<CustomerChange["was"]>,
  input: Omit<CustomerChange, "was">,
): Omit<CustomerChange, "was"> {
  const kept = fields.filter((field) => input[field] === was[field]);
  const [clash] = fields.filter(
    (field) => !kept.includes(field) && now[field] !== was[field] && now[field] !== input[field],
  );
  if (clash) {
    const value = choices.includes(clash) || now[clash] === null ? "" : ` to “${now[clash]}”`;
    throw new AppError("customer-changed", `Somebody else has just changed the ${inSentence(titles[clash])}${value}.`);
  }
  return { ...input, ...Object.fromEntries(kept.map((field) => [field, now[field]])) };
}
