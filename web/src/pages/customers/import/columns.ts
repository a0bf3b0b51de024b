import { type CustomerColumn, customerColumns } from "@sheaf/contracts/customer-columns.ts";
import type { CustomerFields } from "../../../api/customers.ts";
import type { ReadList } from "./read-list.ts";

export type Field = CustomerColumn;
export const fields: readonly { field: Field; label: string; needed: boolean }[] = customerColumns.map(
  ([field, label]) => ({ field, label, needed: field === "name" || field === "email" }),
);

/** Which column of the file each field is read from; undefined: from none. */
export type Mapping = { [Name in Field]: number | undefined };

/** What practices and their software call the columns: the better name first. Written without blanks and signs. */
const aliases: Record<Field, string[]> = {
  name: [
    "name",
    "customername",
    "clientname",
    "contactname",
    "customer",
    "client",
    "displayname",
    "fullname",
    "contact",
  ],
  email: ["email", "emailaddress", "customeremail", "clientemail", "contactemail", "mail", "primaryemail"],
  outputEmail: [
    ...["outputemail", "outputaddress", "accountinginbox", "inbox", "inboxemail", "softwareemail", "bookkeepingemail"],
    ...["receiptsemail", "dextemail", "dext", "hubdoc", "autoentry", "output"],
  ],
  company: [
    "company",
    "companyname",
    "business",
    "businessname",
    "organisation",
    "organization",
    "tradingname",
    "firm",
  ],
  reference: [
    ...["reference", "ref", "clientreference", "customerreference", "clientref", "customerref", "clientcode", "code"],
    ...["clientid", "customerid", "accountnumber", "accountno", "clientnumber", "customernumber", "number", "id"],
  ],
};

const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Recognises columns by their names, and what is left of the addresses and names by what stands in them. */
export function guessMapping({ columns, rows }: ReadList): Mapping {
  const titles = columns.map(plain);
  const mapping = Object.fromEntries(
    fields.map(({ field }) => {
      const at = aliases[field].map((alias) => titles.indexOf(alias)).find((index) => index >= 0);
      return [field, at];
    }),
  ) as Mapping;
  const free = columns.map((_, at) => at).filter((at) => !Object.values(mapping).includes(at));
  const sample = rows.slice(0, 20);
  const holdsAddresses = (at: number) => sample.some(({ cells }) => cells[at]?.includes("@"));
  const nameless = columns.every((title) => title.startsWith("Column "));
  mapping.email ??= free.find(holdsAddresses);
  if (nameless) {
    mapping.outputEmail ??= free.find((at) => at !== mapping.email && holdsAddresses(at));
    mapping.name ??= free.find((at) => !holdsAddresses(at));
  }
  return mapping;
}

/** A row of the file as a customer's fields. */
export function pickFields(cells: string[], mapping: Mapping): CustomerFields {
  const read = (field: Field) => {
    const at = mapping[field];
    return at === undefined ? "" : (cells[at] ?? "");
  };
  return Object.fromEntries(fields.map(({ field }) => [field, read(field)])) as CustomerFields;
}
