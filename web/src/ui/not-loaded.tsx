import { LoadError, Spinner } from "./states.tsx";

interface NotLoadedProps {
  /** A read without data. */
  query: { error: unknown; refetch(): unknown };
  /** What it reads, at the beginning of a sentence. */
  what: string;
  /** How many rows come; left out where it is no list. */
  rows?: number | undefined;
  label?: string;
}

/** Takes the place of what is read: the shape of its rows or a spinner while it is read, or why it could not be. */
export function NotLoaded({ query: { error, refetch }, what, rows, label = "Loading" }: NotLoadedProps) {
  if (error) return <LoadError what={what} error={error} retry={() => void refetch()} />;
  return rows === undefined ? <Spinner label={label} /> : <SkeletonRows rows={rows} label={label} />;
}

/** The shape of the rows to come, breathing. */
function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all the same, never move
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
