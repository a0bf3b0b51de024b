import { type CustomerColumn, customerColumns, isRequired } from "@sheaf/contracts/customer-columns.ts";
import { destinationOf, destinations } from "@sheaf/contracts/destinations.ts";
import type { CustomerFields } from "../../../api/customers.ts";
import type { ReadList } from "./read-list.ts";

export type Field = CustomerColumn;
export const fields: readonly { field: Field; label: string; needed: boolean }[] = customerColumns.map(
  ([field, label]) => ({ field, label, needed: isRequired(field) }),
);

/** The file's column from which each field is read; undefined: none. */
export type Mapping = { [Name in Field]: number | undefined };

/** Column titles used by practices and their software, the more specific ones first. Without spaces and punctuation. */
const aliases: Record<Field, string> = {
  name: "name customername clientname contactname customer client displayname fullname contact",
  email: "email emailaddress customeremail clientemail contactemail mail primaryemail",
  outputEmail: `outputemail outputaddress accountinginbox inbox inboxemail softwareemail bookkeepingemail inboxaddress
    outputemailaddress accountingemail accountinginboxemail accountinginboxaddress softwareaddress bookkeepinginbox
    bookkeepingaddress receiptsemail receiptsaddress output`,
  company: "company companyname business businessname organisation organization tradingname firm",
  reference: `reference ref clientreference customerreference clientref customerref clientcode code clientid customerid
    accountnumber accountno clientnumber customernumber number id`,
};

const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Current names of the vendors, and old ones that many lists still have. */
const inboxNames = [...destinations.map(({ name }) => name), "Receipt Bank", "QBO"];
const inboxWords = ["", "email", "emailaddress", "address", "inbox", "inboxemail", "inboxaddress", "uploademail"];
/** "Dext", "Dext email", "Dext address" and so on, for each known inbox. */
const inboxColumns = inboxNames.flatMap((name) => inboxWords.map((word) => plain(name) + word));

/** Recognises columns by their titles, and remaining columns of addresses and names by their contents. */
export function guessMapping({ columns, rows }: ReadList): Mapping {
  const sample = rows.slice(0, 20);
  const holdsAddresses = (at: number) => sample.some(({ cells }) => cells[at]?.includes("@"));
  const holdsInboxes = (at: number) => sample.some(({ cells }) => destinationOf(cells[at] ?? null) !== undefined);
  const titles = columns.map(plain);
  const named = (names: readonly string[]) => names.map((name) => titles.indexOf(name)).filter((at) => at >= 0);
  const mapping = Object.fromEntries(
    fields.map(({ field }) => [field, named(aliases[field].split(/\s+/))[0]]),
  ) as Mapping;
  // A column named after an inbox may also contain the customer's number there.
  mapping.outputEmail ??= named(inboxColumns).find(holdsAddresses);
  const free = columns.map((_, at) => at).filter((at) => !Object.values(mapping).includes(at));
  mapping.outputEmail ??= free.find(holdsInboxes);
  mapping.email ??= free.find((at) => at !== mapping.outputEmail && holdsAddresses(at));
  if (columns.every((title) => title.startsWith("Column "))) {
    mapping.outputEmail ??= free.find((at) => at !== mapping.email && holdsAddresses(at));
    mapping.name ??= free.find((at) => !holdsAddresses(at));
  }
  return mapping;
}

/** Converts a row of the file to a customer's fields. */
export function pickFields(cells: string[], mapping: Mapping): CustomerFields {
  const read = (field: Field) => {
    const at = mapping[field];
    return at === undefined ? "" : (cells[at] ?? "");
  };
  return Object.fromEntries(fields.map(({ field }) => [field, read(field)])) as CustomerFields;
}
