import { type ChangeEvent, changeEvent } from "@sheaf/contracts/events.ts";
import type { Logger } from "pino";
import { z } from "zod";
import { defaultSilenceMs, WatchedClient } from "../db/watched-client.ts";
import { parseJson } from "../parse-json.ts";
import { eventChannel } from "./events.ts";
import { recentEvents } from "./recent-events.ts";

const message = z.union([
  z.object({ practiceId: z.uuid(), event: changeEvent }),
  z.object({ practiceId: z.uuid(), sessionEnded: z.uuid() }),
]);

/** Receives the events of a practice. */
export interface Listener {
  practiceId: string;
  /** The session's public id. Its end calls `onEnd`. */
  sessionId: string;
  onEvent(event: ChangeEvent): void;
  /** Called after an interruption: events may have been lost, so displayed data may be outdated. */
  onInterruption(): void;
  onEnd(): void;
}

export interface EventHub {
  /**
   * Calls `onEvent` for the practice's recent events at once, and from then on for each new one.
   * @returns a function that removes the listener
   */
  listen(listener: Listener): () => void;
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Receives the events of all processes on its own database connection and forwards them to this process's listeners.
 * After an interruption it reconnects and calls `onInterruption` of all listeners.
 * @param options.silenceMs as in `WatchedClient`
 */
export async function openEventHub(
  url: string,
  log: Logger,
  { silenceMs = defaultSilenceMs }: { silenceMs?: number } = {},
): Promise<EventHub> {
  const listeners = new Map<string, Set<Listener>>();
  const recent = recentEvents();
  const everybody = () => [...listeners.values()].flatMap((ofPractice) => [...ofPractice]);
  let client: WatchedClient | null = null;
  let connected = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = 100;

  const dispatch = (payload: string) => {
    const parsed = message.safeParse(parseJson(payload));
    if (!parsed.success) return log.warn("An event could not be parsed");
    const received = parsed.data;
    if ("event" in received) recent.add(received.practiceId, received.event);
    // Iterates over a copy, because a listener that ends removes itself from the set.
    for (const listener of [...(listeners.get(received.practiceId) ?? [])]) {
      if ("event" in received) listener.onEvent(received.event);
      else if (received.sessionEnded === listener.sessionId) listener.onEnd();
    }
  };

  const connect = async () => {
    const mine = new WatchedClient({
      connectionString: url,
      application_name: "sheaf-events",
      connectionTimeoutMillis: silenceMs,
      silenceMs,
    });
    client = mine;
    let checkTimer: NodeJS.Timeout | undefined;
    // A connection that only listens does not detect a broken network, so it is queried regularly.
    const scheduleCheck = () => {
      checkTimer = setTimeout(() => mine.query("select 1").then(scheduleCheck, () => {}), silenceMs);
    };
    const lost = () => {
      clearTimeout(checkTimer);
      if (client !== mine) return;
      client = null;
      connected = false;
      mine.end().catch(() => {});
      if (closed) return;
      retry = setTimeout(connect, pauseMs);
      pauseMs = Math.min(pauseMs * 2, 5_000);
    };
    mine.on("error", lost);
    mine.on("end", lost);
    mine.on("notification", ({ payload }) => payload && dispatch(payload));
    try {
      await mine.connect();
      await mine.query(`listen ${eventChannel}`);
      connected = true;
      pauseMs = 100;
      scheduleCheck();
      for (const listener of everybody()) listener.onInterruption();
    } catch (error) {
      log.warn({ err: error }, "The event connection failed; trying again");
      lost();
    }
  };
  await connect();

  return {
    listen(listener) {
      const ofPractice = listeners.get(listener.practiceId) ?? new Set();
      ofPractice.add(listener);
      listeners.set(listener.practiceId, ofPractice);
      for (const event of recent.of(listener.practiceId)) listener.onEvent(event);
      return () => {
        ofPractice.delete(listener);
        if (ofPractice.size === 0) listeners.delete(listener.practiceId);
      };
    },
    async check() {
      if (!connected) throw new Error("not connected");
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      for (const listener of everybody()) listener.onEnd();
      await client?.end().catch(() => {});
    },
  };
}
