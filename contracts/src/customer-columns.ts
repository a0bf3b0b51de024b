import type { CustomerInput } from "./customers.ts";

/** What lists of customers bring and take, in their order: field and header. The words of these fields are what a search looks through. */
export const customerColumns = [
  ["name", "Name"],
  ["email", "Email"],
  ["outputEmail", "Output email"],
  ["company", "Company"],
  ["reference", "Reference"],
] as const satisfies readonly (readonly [keyof CustomerInput, string])[];

export type CustomerColumn = (typeof customerColumns)[number][0];
