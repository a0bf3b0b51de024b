import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { handOver, type Tried } from "./hand-over.ts";
import type { Inboxes } from "./inboxes.ts";
import type { MailEvent, MailMessage } from "./message.ts";
import type { Notices } from "./notices.ts";
import type { MailStore } from "./store.ts";

/** How long the service takes over things. */
export interface Pace {
  /** Between taking a message and handing it to its inbox. */
  handOverMs: number;
  /** Until an inbox that wants a message later is asked again. */
  retryMs: number;
  /** Until Sheaf is told again what it did not take. */
  tellAgainMs: number;
}

export interface Courier {
  /** A message that was just taken: Sheaf hears so, and its inbox gets it in a moment. */
  take(message: MailMessage): Promise<void>;
  /** From now on Sheaf hears of what happens. @param url where its API listens */
  tell(url: string): void;
  /** Ends when no message is being handed over any more. */
  close(): Promise<void>;
}

/**
 * Brings each message to its inbox, as often as that takes, and tells Sheaf. Goes on with what an earlier start left.
 */
export function startCourier(parts: {
  store: MailStore;
  inboxes: Inboxes;
  notices: Notices;
  pace: Pace;
  log: Logger;
}): Courier {
  const { store, inboxes, notices, pace, log } = parts;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  const telling = new Set<string>();
  let site: string | undefined;
  let closed = false;

  function later(ms: number, work: () => Promise<void>): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run(work());
    }, ms);
    timers.add(timer);
  }

  function run(work: Promise<void>): void {
    const ended = work
      .catch((error) => log.warn({ err: error }, "The demonstration's mail service failed at a message"))
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  async function tryOnce(id: string): Promise<void> {
    const message = store.find(id);
    if (!message) return;
    const tried = await handOver(inboxes.port, store.contentPath(id), message);
    const next = afterTry(store.find(id) ?? message, tried, pace.retryMs);
    await store.keep(next);
    if (next.state === "put-off") later(pace.retryMs, () => tryOnce(id));
    await tellOf(id);
  }

  /** One notice of a message at a time, so that none is sent twice. */
  async function tellOf(id: string): Promise<void> {
    if (telling.has(id)) return;
    telling.add(id);
    try {
      for (let message = store.find(id); site && message && message.untold.length > 0; message = store.find(id)) {
        const told = message.untold;
        await notices.post(site, told);
        const now = store.find(id);
        if (now) await store.keep({ ...now, untold: now.untold.filter((event) => !told.includes(event)) });
      }
    } catch (error) {
      log.warn({ err: error }, "Sheaf did not take a notice of the demonstration's mail service");
      later(pace.tellAgainMs, () => tellOf(id));
    } finally {
      telling.delete(id);
    }
  }

  for (const { id, state, nextTryAt } of store.all()) {
    if (state !== "on-its-way" && state !== "put-off") continue;
    const waitMs = nextTryAt ? Math.max(0, Date.parse(nextTryAt) - Date.now()) : pace.handOverMs;
    later(waitMs, () => tryOnce(id));
  }

  return {
    async take(message) {
      await store.keep({ ...message, untold: [...message.untold, eventOf(message, "processed", {})] });
      later(0, () => tellOf(message.id));
      later(pace.handOverMs, () => tryOnce(message.id));
    },
    tell(url) {
      site = url;
      for (const { id, untold } of store.all()) if (untold.length > 0) run(tellOf(id));
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

function afterTry(message: MailMessage, { outcome, words }: Tried, retryMs: number): MailMessage {
  const now = new Date();
  const answers = [...message.answers, { at: now.toISOString(), words }];
  const knowing = (event: MailEvent) => [...message.untold, event];
  if (outcome === "later") {
    const nextTryAt = new Date(now.getTime() + retryMs).toISOString();
    const event = eventOf(message, "deferred", { response: words });
    return { ...message, answers, state: "put-off", nextTryAt, untold: knowing(event) };
  }
  if (outcome === "refused") {
    const event = eventOf(message, "bounce", { reason: words, type: "bounce" });
    return { ...message, answers, state: "bounced", nextTryAt: null, untold: knowing(event) };
  }
  const event = eventOf(message, "delivered", { response: words });
  return { ...message, answers, state: "delivered", nextTryAt: null, untold: knowing(event) };
}

function eventOf({ id, to, deliveryId }: MailMessage, event: MailEvent["event"], more: Partial<MailEvent>): MailEvent {
  return {
    event,
    email: to,
    sg_event_id: randomUUID(),
    // The X-Message-Id of the answer, and where the message went through.
    sg_message_id: `${id}.demonstration`,
    timestamp: Math.floor(Date.now() / 1000),
    ...(deliveryId ? { delivery: deliveryId } : {}),
    ...more,
  };
}
