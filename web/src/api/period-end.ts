import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshMoney, subscriptionQuery } from "./billing.ts";

/** The server's clock decides, and may be a little slower than this browser's. */
const afterMs = 2_000;
/**
 * A browser's clock may be far ahead: then the query is repeated after this long, and each time after twice as long.
 */
const firstPauseMs = 10_000;
const maxPauseMs = 3_600_000;
/** Longest delay of a browser's timer. */
const timerMs = 2 ** 31 - 1;

/** Reads everything about money again when the current period ends: no event announces that. */
export function usePeriodEnd(): void {
  const client = useQueryClient();
  const { data: subscription } = useQuery(subscriptionQuery);
  const endsAt = subscription?.status === "active" ? subscription.periodEndsAt : undefined;
  useEffect(
    () => (endsAt ? callFrom(Date.parse(endsAt), () => void refreshMoney(client)) : undefined),
    [client, endsAt],
  );
}

/**
 * Calls `work` once the moment has passed, and then repeatedly at growing intervals until it is stopped.
 * @returns stops it
 */
function callFrom(momentMs: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let pauseMs = firstPauseMs;
  function wait() {
    const leftMs = momentMs + afterMs - Date.now();
    if (leftMs > 0) {
      timer = setTimeout(leftMs > timerMs ? wait : call, Math.min(leftMs, timerMs));
      return;
    }
    timer = setTimeout(call, pauseMs);
    pauseMs = Math.min(2 * pauseMs, maxPauseMs);
  }
  function call() {
    work();
    wait();
  }
  wait();
  return () => clearTimeout(timer);
}
