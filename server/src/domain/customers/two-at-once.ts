import type { CustomerChange, CustomerInput } from "@sheaf/contracts/customers.ts";
import { AppError } from "../../platform/errors.ts";

const words = {
  name: "name",
  email: "email",
  outputEmail: "output email",
  company: "company",
  reference: "reference",
  preferredPdfs: "way the PDFs go",
} as const satisfies Record<keyof CustomerInput, string>;
const fields = Object.keys(words) as (keyof CustomerInput)[];

/**
 * Two people edit one customer: what the later one did not touch stays as the earlier one left it.
 * @param now as it stands in the row
 * @param was as the later one had read it
 * @returns all that there is to write
 * @throws AppError customer-changed when both changed one field, each to something else
 */
export function withoutUndoing(
  now: CustomerInput,
  was: Partial<CustomerInput>,
  input: Omit<CustomerChange, "was">,
): Omit<CustomerChange, "was"> {
  const kept = fields.filter((field) => input[field] === was[field]);
  const [clash] = fields.filter(
    (field) => !kept.includes(field) && now[field] !== was[field] && now[field] !== input[field],
  );
  if (clash) {
    const value = clash === "preferredPdfs" || now[clash] === null ? "" : ` to “${now[clash]}”`;
    throw new AppError("customer-changed", `Somebody else has changed the ${words[clash]}${value} meanwhile.`);
  }
  return { ...input, ...Object.fromEntries(kept.map((field) => [field, now[field]])) };
}
