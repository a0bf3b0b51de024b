import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Logger } from "pino";
import { writeDemoMail } from "../../../../platform/mail/demo-mail.ts";
import { serveLocally } from "../local-server.ts";
import { outcomeFor } from "../mail-outcomes.ts";
import { type Pace, startCourier } from "./courier.ts";
import { startInboxes, type Taken } from "./inboxes.ts";
import { readMailSend } from "./mail-send.ts";
import type { MailMessage } from "./message.ts";
import { pageAt } from "./pages.ts";
import { openMailStore } from "./store.ts";
import { openEventWebhook } from "./webhook.ts";

export interface DemoMail {
  /** Address of the page that shows the emails. */
  url: string;
  /** Environment variable with which the API and the worker send through this service. */
  env: { SHEAF_DEMO_MAIL: string };
  /** The messages that the inboxes accepted last, oldest first. */
  taken: readonly Taken[];
  /** All stored messages, newest first. */
  messages(): MailMessage[];
  /** Starts sending events about emails to the API. @param url address of the API */
  notify(url: string): void;
  close(): Promise<void>;
}

/** Slow enough for people to see each state. */
const usualPace: Pace = { handOverMs: 1_500, retryMs: 60_000, resendEventsMs: 2_000 };
/** Maximum size of a request: 30 MB of PDFs in base64. */
const maxBodyBytes = 45 * 1_048_576;

/**
 * Starts the demonstration's own mail service on this machine: SendGrid's API with signed events, and an SMTP server
 * that plays the inboxes. No message leaves the machine. The messages are stored in the data folder and shown on the
 * service's pages.
 */
export async function startDemoMail(options: { dataDir: string; log: Logger; pace?: Pace }): Promise<DemoMail> {
  const { dataDir, log, pace = usualPace } = options;
  const apiKey = randomBytes(24).toString("base64url");
  const webhook = openEventWebhook();
  const [store, inboxes] = await Promise.all([openMailStore(join(dataDir, "demo-mail")), startInboxes()]);
  const courier = startCourier({ store, inboxes, webhook, pace, log });
  const server = await serveLocally(handle, (error) =>
    log.warn({ err: error }, "The demonstration's mail service failed to process a request"),
  );
  const { url } = server;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "POST" && request.url === "/v3/mail/send") return send(request, response);
    const { status, headers, body } = await pageAt(request, { store, host: new URL(url).host });
    response.writeHead(status, headers).end(body);
  }

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(response, 401, "The provided authorization grant is invalid, expired, or revoked");
    }
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 413, "The message is larger than 30 MB");
    const given = await readMailSend(body);
    if (typeof given === "string") return refuse(response, 400, given);
    const message: MailMessage = {
      ...given.facts,
      id: randomUUID(),
      at: new Date().toISOString(),
      state: "on-its-way",
      nextTryAt: null,
      answers: [],
      unreported: [],
    };
    if (outcomeFor(message.to) === "unconfirmed") {
      await store.keep({ ...message, state: "lost" }, given.content);
      response.writeHead(502, { "content-type": "text/html" }).end("<html><h1>502 Bad Gateway</h1></html>");
      return;
    }
    await store.keep(message, given.content);
    await courier.take(message);
    response.writeHead(202, { "x-message-id": message.id }).end();
  }

  return {
    url,
    env: { SHEAF_DEMO_MAIL: writeDemoMail({ url, apiKey, webhookKey: webhook.publicKey }) },
    taken: inboxes.taken,
    messages: store.all,
    notify: courier.notify,
    async close() {
      await Promise.all([server.close(), courier.close()]);
      await Promise.all([inboxes.close(), store.close()]);
    },
  };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ errors: [{ message, field: null, help: null }] }));
}

/** Reads the body of a request. @returns undefined when it is too large; the rest is then read and dropped */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}
