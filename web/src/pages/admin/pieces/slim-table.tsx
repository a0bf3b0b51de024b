import type { ReactNode } from "react";

interface SlimTableProps {
  heads: string[];
  rows: { key: string; cells: ReactNode[] }[];
  /** Instead of a table without rows. */
  empty: string;
  /** So many columns from the left hold words; those after them hold numbers and stand right. */
  words?: number;
}

/** A dense table of words and numbers; on a phone each row is a small list of its own. */
export function SlimTable({ heads, rows, empty, words = 1 }: SlimTableProps) {
  if (rows.length === 0) return <p className="mute sm slim__empty">{empty}</p>;
  const side = (index: number) => (index < words ? "num" : "r num");
  return (
    <div className="slim">
      <table className="table table--slim table--facts">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th scope="col" key={head} className={side(index)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={heads[index]} className={side(index)} data-head={heads[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
