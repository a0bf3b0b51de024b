import { RotateCw } from "lucide-react";

interface CheckAgainProps {
  /** A health query. */
  query: { isFetching: boolean; refetch(): unknown };
}

/** Button that repeats the health checks. */
export function CheckAgain({ query: { isFetching, refetch } }: CheckAgainProps) {
  return (
    <button className="btn btn--sm" type="button" aria-disabled={isFetching} onClick={() => void refetch()}>
      <RotateCw className="i i--14" aria-hidden />
      {isFetching ? "Checking..." : "Check again"}
    </button>
  );
}
