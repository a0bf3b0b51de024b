import type { ReactNode } from "react";

interface WideTableProps {
  /** Read out as the table's name. */
  label: string;
  /** Of all columns but the last, which holds what can be done. */
  heads: string[];
  /** Its rows. */
  children: ReactNode;
}

/** A list of people or practices, one row each; on a phone each row is a card. */
export function WideTable({ label, heads, children }: WideTableProps) {
  return (
    <table className="table table--users" aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
          <th scope="col" className="r">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
