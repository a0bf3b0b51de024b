import { TableHead } from "../../ui/table-head.tsx";

/** A kind of personal data that is stored. */
export interface KeptData {
  what: string;
  purpose: string;
  /** The legal basis for storing it. */
  basis: string;
}

/** The table of stored data in a privacy notice. */
export function KeptTable({ kept }: { kept: KeptData[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="paper__scroll" tabIndex={0} aria-label="What we keep, and why">
      <table className="table table--pub table--price" aria-label="What we keep, and why">
        <TableHead heads={["Data", "Purpose", "Legal basis"]} />
        <tbody>
          {kept.map(({ what, purpose, basis }) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{purpose}</td>
              <td>{basis}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
