import type { CustomerInput } from "./customers.ts";

/**
 * The fields of a customer that are typed in, in the order of forms and lists: field and title. Import and export take
 * their columns from here, and the words of these fields are what a search looks through.
 */
export const customerColumns = [
  ["name", "Name"],
  ["email", "Email"],
  ["outputEmail", "Output email"],
  ["company", "Company"],
  ["reference", "Reference"],
] as const satisfies readonly (readonly [keyof CustomerInput, string])[];

export type CustomerColumn = (typeof customerColumns)[number][0];

/** No customer is without it; every other field may be left out. */
export const isRequired = (field: CustomerColumn): boolean => field === "name" || field === "email";
