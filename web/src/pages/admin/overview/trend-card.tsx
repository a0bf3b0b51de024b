import { lazy, Suspense, useState } from "react";
import { TableHead } from "../../../ui/table-head.tsx";
import { number } from "../../../ui/words.ts";
import { coloured, longDay, type TrendLine, type TrendRow } from "./trend.ts";

const TrendChart = lazy(async () => ({ default: (await import("./charts.tsx")).TrendChart }));

interface TrendCardProps {
  title: string;
  lines: TrendLine[];
  rows: TrendRow[];
  note?: string;
}

/** Numbers by day, as a line chart or a table. */
export function TrendCard({ title, lines, rows, note }: TrendCardProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="card" aria-label={title}>
      <div className="card__head trend__head">
        <h2>{title}</h2>
        {lines.length > 1 && <Legend lines={lines} />}
        {note && <span className="mute sm num">{note}</span>}
        <fieldset className="seg seg--sm" aria-label={`Show ${title} as`}>
          <button type="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
            Chart
          </button>
          <button type="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
            Table
          </button>
        </fieldset>
      </div>
      <div className="trend">
        {asTable ? (
          <TrendTable title={title} lines={lines} rows={rows} />
        ) : (
          <Suspense fallback={null}>
            <TrendChart title={title} lines={lines} rows={rows} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function Legend({ lines }: { lines: TrendLine[] }) {
  return (
    <ul className="legend">
      {lines.map(({ label, colour, dashed }) => (
        <li key={label} className={dashed ? "dash" : undefined} style={coloured(colour)}>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Newest day first, as it is the most wanted. */
function TrendTable({ title, lines, rows }: Omit<TrendCardProps, "note">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="trend__table" tabIndex={0} aria-label={`${title}, as a table`}>
      <table className="table table--slim" aria-label={title}>
        <TableHead heads={["Date", ...lines.map(({ label }) => label)]} words={1} />
        <tbody>
          {rows.toReversed().map(({ date, values }) => (
            <tr key={date}>
              <td className="num">{longDay(date)}</td>
              {lines.map(({ label }, index) => (
                <td className="r num" key={label}>
                  {number(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
