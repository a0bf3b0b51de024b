import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import { type CustomerChange, type CustomerInput, customerInput } from "@sheaf/contracts/customers.ts";
import { AppError } from "../../platform/errors.ts";

const titles: Record<string, string> = { ...Object.fromEntries(customerColumns), preferredPdfs: "Way the PDFs go" };
/** "Output email" becomes "output email"; capitals that belong together stay. */
const inSentence = (title = "") => title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
const fields = Object.keys(customerInput.shape) as (keyof CustomerInput)[];

/**
 * Two people edit one customer: what the later one did not touch stays as the earlier one left it.
 * @param now as it stands in the row
 * @param was as the later one had read it
 * @returns all that there is to write
 * @throws AppError customer-changed when both changed one field, each to something else
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
    const value = clash === "preferredPdfs" || now[clash] === null ? "" : ` to “${now[clash]}”`;
    throw new AppError("customer-changed", `Somebody else has just changed the ${inSentence(titles[clash])}${value}.`);
  }
  return { ...input, ...Object.fromEntries(kept.map((field) => [field, now[field]])) };
}
