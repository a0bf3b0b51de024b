import { type Customer, customerInput } from "@sheaf/contracts/customers.ts";
import type { CustomerFields } from "../../../api/customers.ts";
import type { Field } from "./columns.ts";

/** A row of the file that is to become a customer. */
export interface ImportRow {
  /** Line in the file, from 1. */
  line: number;
  fields: CustomerFields;
  leftOut: boolean;
  /** The row had a problem: its fields are editable, and stay so once they are valid. */
  open: boolean;
  /** Reason of the server's refusal, until the row is changed. */
  refused?: string | undefined;
}

export interface Judgement {
  /** Problems by field; empty when there are none. */
  errors: Partial<Record<Field, string>>;
  /** Problem of the row as a whole. */
  error: string | undefined;
  /** A note that does not prevent the import. */
  note: string | undefined;
}

type Errors = Judgement["errors"];

/** Results of the server's rules, cached by row: of thousands of rows only the edited one is validated again. */
const known = new WeakMap<CustomerFields, Errors>();

function errorsOf(fields: CustomerFields): Errors {
  const before = known.get(fields);
  if (before) return before;
  const { error } = customerInput.safeParse(fields);
  const errors: Errors = {};
  for (const { path, message } of error?.issues ?? []) errors[path[0] as Field] ??= message;
  known.set(fields, errors);
  return errors;
}

const lower = (text: string | null) => text?.trim().toLowerCase() ?? "";
const sign = ({ name, email }: { name: string; email: string }) => `${lower(name)}\n${lower(email)}`;

/** Indexes the practice's existing customers. */
export function knownCustomers(customers: Customer[]) {
  return {
    byReference: new Map(customers.flatMap((one) => (one.reference ? [[lower(one.reference), one.name]] : []))),
    signs: new Set(customers.map(sign)),
  };
}
export type KnownCustomers = ReturnType<typeof knownCustomers>;

/** Returns whether the row is an existing customer of the practice; such a row starts as left out. */
export const isKnown = (fields: CustomerFields, { signs }: KnownCustomers) => signs.has(sign(fields));

/**
 * Validates every row by the server's rules, and compares it with the practice's customers and the other rows to
 * import.
 */
export function judge(rows: ImportRow[], customers: KnownCustomers): Judgement[] {
  const firstWith = new Map<string, number>();
  return rows.map(({ fields, leftOut, line, refused }) => {
    const errors = { ...errorsOf(fields) };
    const reference = lower(fields.reference);
    if (reference && !leftOut) {
      const holder = customers.byReference.get(reference);
      const first = firstWith.get(reference);
      if (holder) errors.reference ??= `${holder} has this reference already.`;
      else if (first) errors.reference ??= `Row ${first} has this reference too.`;
      else firstWith.set(reference, line);
    }
    const note = isKnown(fields, customers) ? "A customer with this name and email already exists." : undefined;
    return { errors, error: refused, note };
  });
}

export const isFaulty = ({ errors, error }: Judgement) => error !== undefined || Object.keys(errors).length > 0;
