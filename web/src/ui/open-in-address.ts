import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useSetParams } from "./set-params.ts";

/**
 * History state of an address where something was opened from its page: closing it then goes one step back instead of
 * adding a step.
 */
const fromPage = { fromPage: true };

const cameFromPage = (state: unknown) => typeof state === "object" && state !== null && "fromPage" in state;

/**
 * Keeps what is open in a parameter of the address, so that a reload, the Back button and a copied link show the same.
 * @param name of the parameter
 */
export function useOpenInAddress(name: string) {
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const value = query.get(name);

  const open = useCallback(
    // Going from one to the next replaces the history entry; Back leads to the page.
    (next: string) => setParams({ [name]: next }, query.has(name) ? { replace: true, state } : { state: fromPage }),
    [name, setParams, query, state],
  );

  /** Removes the parameter from the address without a new history entry. */
  const drop = useCallback(() => setParams({ [name]: null }), [name, setParams]);

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

  return { value, open, close, drop };
}
