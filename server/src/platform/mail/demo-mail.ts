import { z } from "zod";
import type { SendgridConfig } from "./providers/sendgrid.ts";

/** The demonstration's own mail service, which implements SendGrid's API on this machine. */
export interface DemoMailConfig extends SendgridConfig {
  /** Base64 of the public key that verifies its webhook calls. */
  webhookKey: string;
}

const wrong = "must be the address of a mail service on 127.0.0.1, as `start --demo` writes it";

/** One variable for all settings, so that they cannot be mixed with those of a real provider. */
export const demoMailVariable = z
  .string()
  .transform((text) => parseDemoMail(text))
  .refine((parsed) => parsed !== undefined, wrong)
  .optional();

/** Formats the value of SHEAF_DEMO_MAIL. */
export function writeDemoMail({ url, apiKey, webhookKey }: DemoMailConfig): string {
  const address = new URL(url);
  address.username = apiKey;
  address.searchParams.set("key", webhookKey);
  return address.href;
}

/** @returns undefined when the address is not on this machine, or has no key */
function parseDemoMail(text: string): DemoMailConfig | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, username, searchParams } = new URL(text);
  const webhookKey = searchParams.get("key");
  if (protocol !== "http:" || hostname !== "127.0.0.1" || !username || !webhookKey) return undefined;
  return { url: origin, apiKey: decodeURIComponent(username), webhookKey };
}
