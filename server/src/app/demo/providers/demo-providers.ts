import type { Logger } from "pino";
import { startDemoMail } from "./mail/demo-mail-service.ts";
import { startDemoPayPal } from "./paypal/demo-paypal.ts";

/** Replacements for the external services: invented providers on this machine. */
export interface DemoProviders {
  /** Environment variables of the API and the worker. */
  env: Record<string, string>;
  /** Address of the page that shows the emails. */
  inboxUrl: string;
  /** Starts sending events to the API. @param url address of the API */
  notify(url: string): void;
  close(): Promise<void>;
}

/** @param options.dataDir folder in which the providers store their data */
export async function startDemoProviders(options: { dataDir: string; log: Logger }): Promise<DemoProviders> {
  const [payPal, mail] = await Promise.all([startDemoPayPal(options), startDemoMail(options)]);
  return {
    env: { ...payPal.env, ...mail.env },
    inboxUrl: mail.url,
    notify(url) {
      payPal.notify(url);
      mail.notify(url);
    },
    async close() {
      await Promise.all([payPal.close(), mail.close()]);
    },
  };
}
