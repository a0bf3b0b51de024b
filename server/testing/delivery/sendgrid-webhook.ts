import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { deliveries } from "../../src/domain/delivery/table.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../server.ts";

/** A server that receives events of SendGrid, and SendGrid's signing key. */
export interface SendgridWebhook {
  server: TestServer;
  key: KeyObject;
}

/** @param env environment variables of further providers */
export async function startSendgridWebhook(env: Record<string, string> = {}): Promise<SendgridWebhook> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicText = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return {
    server: await startTestServer({ env: { SENDGRID_WEBHOOK_KEY: publicText, ...env } }),
    key: createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}

/** Creates a practice with `count` emails in this state. */
export async function sentEmails(
  { server }: SendgridWebhook,
  count: number,
  state: "sent" | "unconfirmed" | "sending" = "sent",
) {
  const anna = await signIn(server);
  const given = Array.from({ length: count }, () => ({ emails: [{ state }] }));
  await insertJobs(server, anna, given);
  return { anna, ids: (await emailRows(server, anna)).map(({ id }) => id) };
}

export const emailRows = ({ services }: TestServer, { practiceId }: SignedIn) =>
  services.db.select().from(deliveries).where(eq(deliveries.practiceId, practiceId)).orderBy(deliveries.id);

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Posts events as SendGrid does; by default signed with its key, with the current time, and unchanged after signing.
 */
export async function bySendgrid(
  sendgrid: SendgridWebhook,
  events: object[],
  options: { key?: KeyObject; at?: number; tamper?: boolean } = {},
) {
  const { key = sendgrid.key, at = nowSeconds(), tamper = false } = options;
  const body = JSON.stringify(events);
  const signature = sign("sha256", Buffer.from(`${at}${body}`), key).toString("base64");
  return sendgrid.server.app.inject({
    method: "POST",
    url: "/api/webhooks/sendgrid",
    payload: tamper ? body.replace("delivered", "bounce") : body,
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": signature,
      "x-twilio-email-event-webhook-timestamp": String(at),
    },
  });
}

export const sendgridEvent = (id: string, kind: string, name = `${id}-${kind}`, at = nowSeconds()) => ({
  delivery: id,
  event: kind,
  sg_event_id: name,
  timestamp: at,
  sg_message_id: `sg-${id}.filter`,
  ...(kind === "bounce" ? { reason: "550 5.1.1 No such inbox", type: "bounce" } : {}),
});
