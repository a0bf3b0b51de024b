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
import { openNotices } from "./notices.ts";
import { pageAt } from "./pages.ts";
import { openMailStore } from "./store.ts";

export interface DemoMail {
  /** Where people read the emails. */
  url: string;
  /** What the API and the worker need to send by it. */
  env: { SHEAF_DEMO_MAIL: string };
  /** What the inboxes took last, oldest first. */
  taken: readonly Taken[];
  /** Every message that it keeps, newest first. */
  messages(): MailMessage[];
  /** From now on the API hears of what becomes of emails. @param url where it listens */
  tell(url: string): void;
  close(): Promise<void>;
}

/** Slow enough to be seen. */
const usualPace: Pace = { handOverMs: 1_500, retryMs: 60_000, tellAgainMs: 2_000 };
/** Of a request: 30 MB of PDFs in base64. */
const maxBodyBytes = 45 * 1_048_576;

/**
 * The demonstration's own mail service, on this machine alone: SendGrid's API and signed events on one side, on the
 * other an SMTP server that plays the inboxes. Nothing it is given leaves. Its pages show what it was given; that lies
 * in the data folder.
 */
export async function startDemoMail(options: { dataDir: string; log: Logger; pace?: Pace }): Promise<DemoMail> {
  const { dataDir, log, pace = usualPace } = options;
  const apiKey = randomBytes(24).toString("base64url");
  const notices = openNotices();
  const [store, inboxes] = await Promise.all([openMailStore(join(dataDir, "demo-mail")), startInboxes()]);
  const courier = startCourier({ store, inboxes, notices, pace, log });
  const server = await serveLocally(answer, (error) =>
    log.warn({ err: error }, "The demonstration's mail service failed at a request"),
  );
  const { url } = server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
      untold: [],
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
    env: { SHEAF_DEMO_MAIL: writeDemoMail({ url, apiKey, webhookKey: notices.webhookKey }) },
    taken: inboxes.taken,
    messages: store.all,
    tell: courier.tell,
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

/** @returns undefined when it is too large; the rest is then read without being kept */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}
