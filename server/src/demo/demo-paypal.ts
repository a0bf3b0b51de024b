import { join } from "node:path";
import type { Logger } from "pino";
import type { Notice } from "../testing/fake-paypal/notices.ts";
import { startFakePayPal } from "../testing/fake-paypal.ts";

export interface DemoPayPal {
  /** What the API and the worker need to pay there. */
  env: Record<string, string>;
  /** From now on the API hears of what happens there. @param url where it listens */
  tell(url: string): void;
  close(): Promise<void>;
}

/**
 * An invented PayPal on this machine alone, so that a whole payment can be walked through without money. Its orders lie in the data
 * folder.
 */
export async function startDemoPayPal({ dataDir, log }: { dataDir: string; log: Logger }): Promise<DemoPayPal> {
  let site: string | undefined;
  const fake = await startFakePayPal({
    file: join(dataDir, "demo-paypal.json"),
    notify: (notice) => {
      if (site)
        deliver(site, notice).catch((error) => log.warn({ err: error }, "A notice of the invented PayPal is lost"));
    },
  });
  return {
    env: fake.env,
    tell(url) {
      site = url;
    },
    close: fake.close,
  };
}

async function deliver(site: string, { body, headers }: Notice): Promise<void> {
  const answer = await fetch(`${site}/api/webhooks/paypal`, { method: "POST", body, headers });
  if (!answer.ok) throw new Error(`The API answered ${answer.status}`);
}
