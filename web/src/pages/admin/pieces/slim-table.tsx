import type { ComponentProps, ReactNode } from "react";
import { TableCard } from "./table-card.tsx";

interface SlimTableProps<Row> {
  rows: readonly Row[];
  /** Returns the key of a row. */
  keyOf: (row: Row, index: number) => string;
  /** Cell of each column, by the column's heading; from left to right. */
  columns: Record<string, (row: Row) => ReactNode>;
  /** Shown instead of a table without rows. */
  empty: string;
  /** Number of text columns from the left; those after them contain numbers and are aligned right. */
  words?: number;
}

/** A dense table of text and numbers; on a phone each row becomes a small list. */
export function SlimTable<Row>({ rows, keyOf, columns, empty, words = 1 }: SlimTableProps<Row>) {
  if (rows.length === 0) return <p className="mute sm slim__empty">{empty}</p>;
  const side = (index: number) => (index < words ? "num" : "r num");
  return (
    <div className="slim">
      <table className="table table--slim table--facts">
        <thead>
          <tr>
            {Object.keys(columns).map((head, index) => (
              <th scope="col" key={head} className={side(index)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)}>
              {Object.entries(columns).map(([head, cell], index) => (
                <td key={head} className={side(index)} data-head={head}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CardTableProps<Row> = SlimTableProps<Row> & Omit<ComponentProps<typeof TableCard>, "children">;

/** The same table in a card. */
export function CardTable<Row>({ title, note, ...table }: CardTableProps<Row>) {
  return (
    <TableCard title={title} note={note}>
      <SlimTable {...table} />
    </TableCard>
  );
}

/** Text without spaces, such as an address or a PayPal id, that may break anywhere. */
export const Reference = ({ text }: { text: string | null }) => <span className="uref">{text}</span>;
