import type { CustomerInput } from "./customers.ts";

/**
 * The text fields of a customer with their titles, in the order of forms and lists. Import and export use them as
 * columns, and search looks in them.
 */
export const customerColumns = [
  ["name", "Name"],
  ["email", "Email"],
  ["outputEmail", "Output email"],
  ["company", "Company"],
  ["reference", "Reference"],
] as const satisfies readonly (readonly [keyof CustomerInput, string])[];

export type CustomerColumn = (typeof customerColumns)[number][0];

/** Returns whether every customer must have the field; all others are optional. */
export const isRequired = (field: CustomerColumn): boolean => field === "name" || field === "email";
