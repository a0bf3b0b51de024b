import { createPublicKey, verify } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serveLocally } from "../local-server.ts";
import type { MailEvent } from "./message.ts";
import { openEventWebhook } from "./webhook.ts";

/** Receives one request of the webhook. */
async function receive(status: number) {
  const webhook = openEventWebhook();
  const seen = { path: "", signed: false, body: "", ageMs: Number.NaN, type: "" };
  const server = await serveLocally(async (request, response) => {
    const body = await text(request);
    const timestamp = String(request.headers["x-twilio-email-event-webhook-timestamp"]);
    const signature = Buffer.from(String(request.headers["x-twilio-email-event-webhook-signature"]), "base64");
    const key = createPublicKey({ key: Buffer.from(webhook.publicKey, "base64"), format: "der", type: "spki" });
    seen.signed = verify("sha256", Buffer.from(timestamp + body), key, signature);
    seen.ageMs = Date.now() - Number(timestamp) * 1000;
    Object.assign(seen, { path: `${request.method} ${request.url}`, body, type: request.headers["content-type"] });
    response.writeHead(status).end();
  });
  const sent = webhook.post(server.url, [{ event: "delivered" } as MailEvent]).finally(() => server.close());
  return { seen, sent };
}

test("events are posted with the time and a signature that the public key confirms", async () => {
  const { seen, sent } = await receive(204);
  await sent;
  expect(seen).toMatchObject({ path: "POST /api/webhooks/sendgrid", signed: true, type: "application/json" });
  expect(JSON.parse(seen.body)).toEqual([{ event: "delivered" }]);
  expect(Math.abs(seen.ageMs)).toBeLessThan(60_000);
});

test("events that the API refuses are not taken for accepted", async () => {
  const { sent } = await receive(401);
  await expect(sent).rejects.toThrow("The API returned 401");
});

test("a request that fails is told and breaks off its connection", async () => {
  const failures: unknown[] = [];
  const server = await serveLocally(
    async () => {
      throw new Error("broken");
    },
    (error) => failures.push(error),
  );
  await expect(fetch(server.url)).rejects.toThrow();
  expect(failures).toEqual([new Error("broken")]);
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow();
});
