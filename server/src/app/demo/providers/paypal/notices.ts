import { createHmac, randomBytes } from "node:crypto";
import { newName } from "./books.ts";

export interface Notice {
  body: string;
  headers: Record<string, string>;
}

/** Signs notices and vouches for them. @param url of the invented PayPal */
export function openNotices(url: string, webhookId: string) {
  const signingKey = randomBytes(16);
  const sign = (id: string, event: string) =>
    createHmac("sha256", signingKey).update(`${id}|${event}`).digest("base64");

  return {
    write(type: string, resource: object): Notice {
      // Spaced as PayPal may space it: written anew it would not be the same.
      const body = JSON.stringify({ id: `WH-${newName()}`, event_type: type, resource }, null, 1);
      const id = newName();
      return {
        body,
        headers: {
          "content-type": "application/json",
          "paypal-auth-algo": "SHA256withRSA",
          "paypal-transmission-id": id,
          "paypal-cert-url": `${url}/cert`,
          "paypal-transmission-time": new Date().toISOString(),
          "paypal-transmission-sig": sign(id, body),
        },
      };
    },
    verified(question: string) {
      const marker = ',"webhook_event":';
      const at = question.indexOf(marker);
      const proof = JSON.parse(`${question.slice(0, at)}}`);
      const event = question.slice(at + marker.length, -1);
      const genuine = proof.webhook_id === webhookId && proof.transmission_sig === sign(proof.transmission_id, event);
      return { verification_status: genuine ? "SUCCESS" : "FAILURE" };
    },
  };
}
