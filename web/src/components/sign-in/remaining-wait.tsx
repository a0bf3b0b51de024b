import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { Callout } from "../../ui/callout.tsx";

/**
 * Counts down the wait that a refusal demands; it ends when the error is reset.
 * @returns seconds left; 0 when there is no wait
 */
export function useRemainingWait(error: Error | null): number {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!(error instanceof ApiError) || error.status !== 429 || !error.retryAfterSeconds) return setUntil(0);
    const refused = Date.now();
    setNow(refused);
    setUntil(refused + error.retryAfterSeconds * 1000);
  }, [error]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  return left;
}

export function RemainingWait({ seconds }: { seconds: number }) {
  if (seconds === 0) return null;
  return (
    <Callout kind="busy" icon={Clock}>
      Too many attempts. You can try again in{" "}
      <b className="num" role="timer">
        {asClock(seconds)}
      </b>
      .
    </Callout>
  );
}

/** 872 → "14:32" */
function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
