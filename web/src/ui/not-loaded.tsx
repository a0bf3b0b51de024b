import { LoadError, SkeletonRows } from "./states.tsx";

interface NotLoadedProps {
  /** A read without data. */
  query: { error: unknown; refetch(): unknown };
  /** What it reads, at the beginning of a sentence. */
  what: string;
  rows?: number;
  label: string;
}

/** Takes the place of what is read: the shape of it while it is read, or why it could not be. */
export function NotLoaded({ query: { error, refetch }, what, rows, label }: NotLoadedProps) {
  if (error) return <LoadError what={what} error={error} retry={() => void refetch()} />;
  return <SkeletonRows rows={rows} label={label} />;
}
