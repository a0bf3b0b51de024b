import { createHmac } from "node:crypto";
import { sameText } from "../../../platform/mail/events/provider-event.ts";

/*
 * The Reply-To address of an email, if this installation receives mail. Each email has an address of its own; its last
 * part is a signature, so that knowing or guessing an email's id is not enough to forge the address.
 */

const signatureDigits = 10;
const localPart = /^reply-([0-9a-f]{32})-([0-9a-f]{10})$/;

/** "reply-0190aaaa…-1f2e3d4c5b@in.sheaf.example" */
export function replyAddress(key: Buffer, domain: string, deliveryId: string): string {
  return `reply-${deliveryId.replaceAll("-", "")}-${signatureOf(key, deliveryId)}@${domain}`;
}

/** @returns the id of the email that has this reply address; null when the address is not a valid one */
export function deliveryOfAddress(key: Buffer, domain: string, address: string): string | null {
  const [local = "", ...host] = address.trim().toLowerCase().split("@");
  const [, digits = "", signature = ""] = localPart.exec(local) ?? [];
  if (host.join("@") !== domain.toLowerCase() || digits === "") return null;
  const deliveryId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return sameText(signature, signatureOf(key, deliveryId)) ? deliveryId : null;
}

function signatureOf(key: Buffer, deliveryId: string): string {
  return createHmac("sha256", key).update(`reply-address:${deliveryId}`).digest("hex").slice(0, signatureDigits);
}
