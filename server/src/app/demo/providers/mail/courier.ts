import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { handOver, type Tried } from "./hand-over.ts";
import type { Inboxes } from "./inboxes.ts";
import type { MailEvent, MailMessage } from "./message.ts";
import type { MailStore } from "./store.ts";
import type { EventWebhook } from "./webhook.ts";

/** Delays of the invented mail service, in milliseconds. */
export interface Pace {
  /** Between accepting a message and delivering it to its inbox. */
  handOverMs: number;
  /** Until the next try after an inbox deferred a message. */
  retryMs: number;
  /** Until events are sent again that Sheaf did not accept. */
  resendEventsMs: number;
}

export interface Courier {
  /**
   * Handles a message that was just accepted: sends Sheaf an event, and delivers the message to its inbox after a
   * moment.
   */
  take(message: MailMessage): Promise<void>;
  /** Starts sending events to Sheaf. @param url address of its API */
  notify(url: string): void;
  /** Resolves when no message is being delivered any more. */
  close(): Promise<void>;
}

/**
 * Delivers each message to its inbox, with retries, and sends the events to Sheaf. Continues with messages and events
 * that an earlier start left.
 */
export function startCourier(parts: {
  store: MailStore;
  inboxes: Inboxes;
  webhook: EventWebhook;
  pace: Pace;
  log: Logger;
}): Courier {
  const { store, inboxes, webhook, pace, log } = parts;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  const sending = new Set<string>();
  let apiUrl: string | undefined;
  let closed = false;

  function schedule(ms: number, work: () => Promise<void>): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run(work());
    }, ms);
    timers.add(timer);
  }

  function run(work: Promise<void>): void {
    const ended = work
      .catch((error) => log.warn({ err: error }, "The demonstration's mail service failed to process an email"))
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  async function tryOnce(id: string): Promise<void> {
    const message = store.find(id);
    if (!message) return;
    const tried = await handOver(inboxes.port, store.contentPath(id), message);
    const next = afterTry(store.find(id) ?? message, tried, pace.retryMs);
    await store.keep(next);
    if (next.state === "put-off") schedule(pace.retryMs, () => tryOnce(id));
    await sendEvents(id);
  }

  /** Sends the pending events of a message, one request at a time, so that no event is sent twice. */
  async function sendEvents(id: string): Promise<void> {
    if (sending.has(id)) return;
    sending.add(id);
    try {
      for (let message = store.find(id); apiUrl && message && message.unreported.length > 0; message = store.find(id)) {
        const batch = message.unreported;
        await webhook.post(apiUrl, batch);
        const now = store.find(id);
        if (now) await store.keep({ ...now, unreported: now.unreported.filter((event) => !batch.includes(event)) });
      }
    } catch (error) {
      log.warn({ err: error }, "Sheaf did not accept a notification of the demonstration's mail service");
      schedule(pace.resendEventsMs, () => sendEvents(id));
    } finally {
      sending.delete(id);
    }
  }

  for (const { id, state, nextTryAt } of store.all()) {
    if (state !== "on-its-way" && state !== "put-off") continue;
    const waitMs = nextTryAt ? Math.max(0, Date.parse(nextTryAt) - Date.now()) : pace.handOverMs;
    schedule(waitMs, () => tryOnce(id));
  }

  return {
    async take(message) {
      await store.keep({ ...message, unreported: [...message.unreported, eventOf(message, "processed", {})] });
      schedule(0, () => sendEvents(message.id));
      schedule(pace.handOverMs, () => tryOnce(message.id));
    },
    notify(url) {
      apiUrl = url;
      for (const { id, unreported } of store.all()) if (unreported.length > 0) run(sendEvents(id));
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
  const withEvent = (event: MailEvent) => [...message.unreported, event];
  if (outcome === "later") {
    const nextTryAt = new Date(now.getTime() + retryMs).toISOString();
    const event = eventOf(message, "deferred", { response: words });
    return { ...message, answers, state: "put-off", nextTryAt, unreported: withEvent(event) };
  }
  if (outcome === "refused") {
    const event = eventOf(message, "bounce", { reason: words, type: "bounce" });
    return { ...message, answers, state: "bounced", nextTryAt: null, unreported: withEvent(event) };
  }
  const event = eventOf(message, "delivered", { response: words });
  return { ...message, answers, state: "delivered", nextTryAt: null, unreported: withEvent(event) };
}

function eventOf({ id, to, deliveryId }: MailMessage, event: MailEvent["event"], more: Partial<MailEvent>): MailEvent {
  return {
    event,
    email: to,
    sg_event_id: randomUUID(),
    // The X-Message-Id of the response to the send request, followed by a suffix, as SendGrid adds one.
    sg_message_id: `${id}.demonstration`,
    timestamp: Math.floor(Date.now() / 1000),
    ...(deliveryId ? { delivery: deliveryId } : {}),
    ...more,
  };
}
