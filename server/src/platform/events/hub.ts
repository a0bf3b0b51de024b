import { type ChangeEvent, changeEvent } from "@sheaf/contracts/events.ts";
import type { Logger } from "pino";
import { z } from "zod";
import { usualSilenceMs, WatchedClient } from "../db/watched-client.ts";
import { parseJson } from "../parse-json.ts";
import { eventChannel } from "./events.ts";

const message = z.union([
  z.object({ practiceId: z.uuid(), event: changeEvent }),
  z.object({ practiceId: z.uuid(), sessionEnded: z.uuid() }),
]);

/** Somebody who wants to hear of a practice. */
export interface Listener {
  practiceId: string;
  /** The session's public name: its end ends the listening. */
  sessionId: string;
  tell(event: ChangeEvent): void;
  /** Nothing was heard for a while: whatever is shown may be old. */
  missed(): void;
  end(): void;
}

export interface EventHub {
  /** @returns stops listening */
  listen(listener: Listener): () => void;
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Hears what every process announces, on one connection of its own, and passes it on to this process's listeners. After
 * a break it connects again and tells everybody that something may have been missed.
 * @param options.silenceMs as a `WatchedClient` has it
 */
export async function openEventHub(
  url: string,
  log: Logger,
  { silenceMs = usualSilenceMs }: { silenceMs?: number } = {},
): Promise<EventHub> {
  const listeners = new Map<string, Set<Listener>>();
  const everybody = () => [...listeners.values()].flatMap((ofPractice) => [...ofPractice]);
  let client: WatchedClient | null = null;
  let connected = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = 100;

  const hear = (payload: string) => {
    const parsed = message.safeParse(parseJson(payload));
    if (!parsed.success) return log.warn("An event was not understood");
    const said = parsed.data;
    // A copy: a listener that ends leaves the set while it is walked.
    for (const listener of [...(listeners.get(said.practiceId) ?? [])]) {
      if ("event" in said) listener.tell(said.event);
      else if (said.sessionEnded === listener.sessionId) listener.end();
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
    let asking: NodeJS.Timeout | undefined;
    // Whoever only listens never learns that the line is dead.
    const askAgain = () => {
      asking = setTimeout(() => mine.query("select 1").then(askAgain, () => {}), silenceMs);
    };
    const lost = () => {
      clearTimeout(asking);
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
    mine.on("notification", ({ payload }) => payload && hear(payload));
    try {
      await mine.connect();
      await mine.query(`listen ${eventChannel}`);
      connected = true;
      pauseMs = 100;
      askAgain();
      for (const listener of everybody()) listener.missed();
    } catch (error) {
      log.warn({ err: error }, "Events are not heard; trying again");
      lost();
    }
  };
  await connect();

  return {
    listen(listener) {
      const ofPractice = listeners.get(listener.practiceId) ?? new Set();
      ofPractice.add(listener);
      listeners.set(listener.practiceId, ofPractice);
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
      for (const listener of everybody()) listener.end();
      await client?.end().catch(() => {});
    },
  };
}
