import { type CustomerColumn, customerColumns } from "@sheaf/contracts/customer-columns.ts";
import { customerFields } from "../../components/customer/customer-fields.ts";

export interface Column {
  /** As an address that sorts by it names it. */
  name: string;
  label: string;
  className: string;
  /** How plain text looks in its cells. */
  look?: string | undefined;
  /** Undefined: it shows the newest job. */
  field?: CustomerColumn;
}

const titles = Object.fromEntries(customerColumns) as Record<CustomerColumn, string>;

/** The table's columns, from left to right. */
export const columns: Column[] = [
  ...(Object.keys(customerFields) as CustomerColumn[]).flatMap((field) => {
    const { column } = customerFields[field];
    return column ? [{ name: field, label: titles[field], ...column, field }] : [];
  }),
  { name: "last", label: "Last upload", className: "c-light" },
];
