import { createHmac, randomBytes } from "node:crypto";
import { newPayPalId } from "./order-store.ts";

export interface Notice {
  body: string;
  headers: Record<string, string>;
}

/** Signs webhook events and verifies their signatures. @param url address of the invented PayPal */
export function openNotices(url: string, webhookId: string) {
  const signingKey = randomBytes(16);
  const sign = (id: string, event: string) =>
    createHmac("sha256", signingKey).update(`${id}|${event}`).digest("base64");

  return {
    write(type: string, resource: object): Notice {
      // With spaces, as PayPal may format it: after parsing and stringifying, the signature would no longer match.
      const body = JSON.stringify({ id: `WH-${newPayPalId()}`, event_type: type, resource }, null, 1);
      const id = newPayPalId();
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
    verified(request: string) {
      const marker = ',"webhook_event":';
      const at = request.indexOf(marker);
      const proof = JSON.parse(`${request.slice(0, at)}}`);
      const event = request.slice(at + marker.length, -1);
      const genuine = proof.webhook_id === webhookId && proof.transmission_sig === sign(proof.transmission_id, event);
      return { verification_status: genuine ? "SUCCESS" : "FAILURE" };
    },
  };
}
