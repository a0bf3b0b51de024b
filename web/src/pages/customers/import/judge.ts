import { type Customer, customerInput } from "@sheaf/contracts/customers.ts";
import type { CustomerFields } from "../../../api/customers.ts";
import type { Field } from "./columns.ts";

/** One row on its way to be a customer. */
export interface ImportRow {
  /** Where it stands in the file, from 1. */
  line: number;
  fields: CustomerFields;
  leftOut: boolean;
  /** It had something wrong: its fields can be typed in, and stay so once they are right. */
  open: boolean;
  /** What the server had against it, until it is changed. */
  refused?: string | undefined;
}

export interface Judgement {
  /** What is wrong, by field; empty when nothing is. */
  errors: Partial<Record<Field, string>>;
  /** What is wrong with the row as a whole. */
  error: string | undefined;
  /** Worth knowing, but nothing against it. */
  note: string | undefined;
}

type Errors = Judgement["errors"];

/** The server's own rules, kept by row: of thousands only the one that is typed in is judged anew. */
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

/** What is known of the practice's customers already. */
export function knownCustomers(customers: Customer[]) {
  return {
    byReference: new Map(customers.flatMap((one) => (one.reference ? [[lower(one.reference), one.name]] : []))),
    signs: new Set(customers.map(sign)),
  };
}
export type KnownCustomers = ReturnType<typeof knownCustomers>;

/** True for a row that is a customer of the practice already: it begins left out. */
export const isKnown = (fields: CustomerFields, { signs }: KnownCustomers) => signs.has(sign(fields));

/** Every row by the server's rules, and beside the practice's customers and the other rows that are to come in. */
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
