import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { sentenceOf } from "../ui/failure.ts";

/** Progress of one of several items; a failure has the reason as a sentence. */
export type Outcome = { state: "waiting" | "doing" | "done" | "stopped" } | { state: "failed"; why: string };

/** Parallel requests: enough to be quick, few enough to leave the server free for others. */
const atOnce = 4;

/**
 * Applies an action to several items with one request each: every item succeeds or fails on its own.
 * @param act one request; what it throws becomes the item's outcome
 * @param onEnd called once every item has its outcome
 */
export function useActOnAll<Item>(act: (item: Item) => Promise<unknown>, onEnd: () => void) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Item, Outcome>>();
  const { mutateAsync } = useMutation({ mutationFn: act });
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const start = useCallback(
    async (items: Item[]) => {
      stopped.current = false;
      const tell = (item: Item, outcome: Outcome) => setOutcomes((now) => new Map(now).set(item, outcome));
      setOutcomes(new Map(items.map((item) => [item, { state: "waiting" }])));
      const left = [...items];
      const worker = async () => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) {
          if (stopped.current) {
            tell(item, { state: "stopped" });
            continue;
          }
          tell(item, { state: "doing" });
          try {
            await mutateAsync(item);
            tell(item, { state: "done" });
          } catch (error) {
            tell(item, { state: "failed", why: sentenceOf(error) });
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      onEnd();
    },
    [mutateAsync, onEnd],
  );

  return {
    /** Undefined until `start` is called. */
    outcomes,
    start,
    /** Items whose request has not begun are left as they are. */
    stop: () => {
      stopped.current = true;
    },
  };
}
