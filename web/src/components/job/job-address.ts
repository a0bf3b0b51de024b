import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useSetParams } from "../../ui/set-params.ts";

/**
 * Kept with an address whose job was opened from its page: then the page without it is one step back, and nothing has
 * changed since.
 */
const fromPage = { fromPage: true };

const cameFromPage = (state: unknown) => typeof state === "object" && state !== null && "fromPage" in state;

/** The open job stands in the address as `?job=`: a reload, the way back and a copied link show the same. */
export function useJobAddress() {
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const job = query.get("job");

  const open = useCallback(
    // Going from job to job is one step; back leads to the page.
    (id: string) => setParams({ job: id }, query.has("job") ? { replace: true, state } : { state: fromPage }),
    [setParams, query, state],
  );

  /** Stays where it is in the history. */
  const drop = useCallback(() => setParams({ job: null }), [setParams]);

  // A browser goes back a moment later: until then Escape that is held down must not go back further.
  const closing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the history has been reached
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
