import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { recentEventsMs } from "@sheaf/contracts/limits.ts";

/** The different events of the last moments, by practice, the oldest first. */
export function recentEvents() {
  const received = new Map<string, { practiceId: string; event: ChangeEvent; at: number }>();

  function forgetOld(): void {
    const oldest = performance.now() - recentEventsMs;
    for (const [key, { at }] of received) {
      if (at >= oldest) return;
      received.delete(key);
    }
  }

  return {
    add(practiceId: string, event: ChangeEvent): void {
      forgetOld();
      const key = JSON.stringify([practiceId, event]);
      // Deleted first: a map keeps the place of a key that it has.
      received.delete(key);
      received.set(key, { practiceId, event, at: performance.now() });
    },
    of(practiceId: string): ChangeEvent[] {
      forgetOld();
      return [...received.values()].filter((one) => one.practiceId === practiceId).map(({ event }) => event);
    },
  };
}
