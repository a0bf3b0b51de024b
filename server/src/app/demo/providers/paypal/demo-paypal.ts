import { join } from "node:path";
import type { Logger } from "pino";
import { startInventedPayPal } from "./invented-paypal.ts";
import type { Notice } from "./notices.ts";

export interface DemoPayPal {
  /** What the API and the worker need to pay there. */
  env: Record<string, string>;
  /** From now on the API hears of what happens there. @param url where it listens */
  tell(url: string): void;
  close(): Promise<void>;
}

/**
 * An invented PayPal on this machine alone, so that a whole payment can be walked through without money. Its orders lie
 * in the data folder.
 */
export async function startDemoPayPal({ dataDir, log }: { dataDir: string; log: Logger }): Promise<DemoPayPal> {
  let site: string | undefined;
  const payPal = await startInventedPayPal({
    file: join(dataDir, "demo-paypal.json"),
    notify: (notice) => {
      if (site)
        deliver(site, notice).catch((error) => log.warn({ err: error }, "A notice of the invented PayPal is lost"));
    },
  });
  return {
    env: payPal.env,
    tell(url) {
      site = url;
    },
    close: payPal.close,
  };
}

async function deliver(site: string, { body, headers }: Notice): Promise<void> {
  const answer = await fetch(`${site}/api/webhooks/paypal`, { method: "POST", body, headers });
  if (!answer.ok) throw new Error(`The API answered ${answer.status}`);
}
