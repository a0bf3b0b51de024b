import { type CustomerColumn, customerColumns } from "@sheaf/contracts/customer-columns.ts";
import { customerFields } from "../../components/customer/customer-fields.ts";

export interface Column {
  /** Name in the query string that sorts by the column. */
  name: string;
  label: string;
  className: string;
  /** Class of plain text in its cells. */
  look?: string | undefined;
  /** Undefined for the column with the newest job. */
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
