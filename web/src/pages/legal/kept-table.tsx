/** A kind of personal data that is kept. */
export interface KeptData {
  what: string;
  purpose: string;
  /** What the law allows it for. */
  basis: string;
}

/** The table of a privacy notice. */
export function KeptTable({ kept }: { kept: KeptData[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="paper__scroll" tabIndex={0} aria-label="What we keep, and why">
      <table className="table table--pub table--price" aria-label="What we keep, and why">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">What for</th>
            <th scope="col">Allowed by</th>
          </tr>
        </thead>
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
