import type { Logger } from "pino";
import { startDemoMail } from "./mail/demo-mail-service.ts";
import { startDemoPayPal } from "./paypal/demo-paypal.ts";

/** What the demonstration speaks to instead of the world: invented providers on this machine. */
export interface DemoProviders {
  /** What the API and the worker need to know of them. */
  env: Record<string, string>;
  /** Where people read the emails. */
  inboxUrl: string;
  /** From now on the API hears of what happens there. @param url where it listens */
  tell(url: string): void;
  close(): Promise<void>;
}

/** @param options.dataDir where they keep what they were told */
export async function startDemoProviders(options: { dataDir: string; log: Logger }): Promise<DemoProviders> {
  const [payPal, mail] = await Promise.all([startDemoPayPal(options), startDemoMail(options)]);
  return {
    env: { ...payPal.env, ...mail.env },
    inboxUrl: mail.url,
    tell(url) {
      payPal.tell(url);
      mail.tell(url);
    },
    async close() {
      await Promise.all([payPal.close(), mail.close()]);
    },
  };
}
