import { LoadError, Spinner } from "./states.tsx";

interface NotLoadedProps {
  /** A query without data. */
  query: { error: unknown; refetch(): unknown };
  /** Name of the data, as at the start of a sentence. */
  what: string;
  /** Number of placeholder rows; left out where it is not a list. */
  rows?: number | undefined;
  label?: string;
}

/** Shown instead of data: placeholder rows or a spinner while it loads, or the error. */
export function NotLoaded({ query: { error, refetch }, what, rows, label = "Loading" }: NotLoadedProps) {
  if (error) return <LoadError what={what} error={error} retry={() => void refetch()} />;
  return rows === undefined ? <Spinner label={label} /> : <SkeletonRows rows={rows} label={label} />;
}

/** `NotLoaded` in a card of its own. */
export function NotLoadedCard(props: NotLoadedProps) {
  return (
    <section className="card">
      <NotLoaded {...props} />
    </section>
  );
}

/** Placeholder rows with a pulse. */
function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders that never move
        <div className="skelrow" key={index}>
          <span className="avatar avatar--sq" />
          <div className="grow">
            <span className="skel" style={{ width: 112 + ((index * 37) % 60), marginBottom: 8 }} />
            <span className="skel" style={{ width: 150 + ((index * 23) % 40), height: 10 }} />
          </div>
          <span className="skel" style={{ width: 92 }} />
        </div>
      ))}
    </div>
  );
}
