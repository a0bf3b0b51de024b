import { useCallback } from "react";
import { type NavigateOptions, useSearchParams } from "react-router";

/** Replaces parameters of the address without a new history entry; one without a value is removed, all others stay. */
export function useSetParams() {
  const [, setQuery] = useSearchParams();
  return useCallback(
    (values: Record<string, string | null | undefined>, options: NavigateOptions = { replace: true }) =>
      setQuery((now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      }, options),
    [setQuery],
  );
}
