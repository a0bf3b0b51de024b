import { join } from "node:path";
import type { Logger } from "pino";
import { startInventedPayPal } from "./invented-paypal.ts";
import type { Notice } from "./notices.ts";

export interface DemoPayPal {
  /** Environment variables with which the API and the worker use it. */
  env: Record<string, string>;
  /** Starts sending webhook events to the API. @param url address of the API */
  notify(url: string): void;
  close(): Promise<void>;
}

/**
 * Starts an invented PayPal on this machine, with which a complete payment can be tried without money. Its orders are
 * stored in the data folder.
 */
export async function startDemoPayPal({ dataDir, log }: { dataDir: string; log: Logger }): Promise<DemoPayPal> {
  let apiUrl: string | undefined;
  const payPal = await startInventedPayPal({
    file: join(dataDir, "demo-paypal.json"),
    onNotice: (notice) => {
      if (apiUrl)
        deliver(apiUrl, notice).catch((error) =>
          log.warn({ err: error }, "A notification of the simulated PayPal was not delivered"),
        );
    },
  });
  return {
    env: payPal.env,
    notify(url) {
      apiUrl = url;
    },
    close: payPal.close,
  };
}

async function deliver(apiUrl: string, { body, headers }: Notice): Promise<void> {
  const answer = await fetch(`${apiUrl}/api/webhooks/paypal`, { method: "POST", body, headers });
  if (!answer.ok) throw new Error(`The API returned ${answer.status}`);
}
