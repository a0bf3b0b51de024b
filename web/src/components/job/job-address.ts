import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useSetParams } from "../../ui/set-params.ts";

/**
 * History state of an address whose job was opened from its page: closing the job then goes one step back instead of
 * adding a step.
 */
const fromPage = { fromPage: true };

const cameFromPage = (state: unknown) => typeof state === "object" && state !== null && "fromPage" in state;

/** Keeps the open job in the address as `?job=`, so that a reload, the Back button and a copied link show the same. */
export function useJobAddress() {
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const job = query.get("job");

  const open = useCallback(
    // Going from job to job replaces the history entry; Back leads to the page.
    (id: string) => setParams({ job: id }, query.has("job") ? { replace: true, state } : { state: fromPage }),
    [setParams, query, state],
  );

  /** Removes the job from the address without a new history entry. */
  const drop = useCallback(() => setParams({ job: null }), [setParams]);

  // The browser goes back asynchronously: until then a held Escape key must not go back further.
  const closing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another history entry is shown
  useEffect(() => {
    closing.current = false;
  }, [key]);

  const close = useCallback(() => {
    if (!cameFromPage(state)) return drop();
    if (!closing.current) void navigate(-1);
    closing.current = true;
  }, [drop, navigate, state]);

  return { job, open, close, drop };
}
