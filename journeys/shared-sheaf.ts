import { startInventedPayPal } from "@sheaf/server/demo/providers/paypal/invented-paypal.ts";
import type { TestProject } from "vitest/node";
import { startInstallation } from "./harness.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the Sheaf that all journeys share which need no other variables of their own. */
    sheaf: { url: string; dataDir: string };
  }
}

/** One Sheaf for a whole run of the journeys, with an invented PayPal: each brings its own practice, as people do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const payPal = await startInventedPayPal();
  const sheaf = await startInstallation(payPal.env);
  project.provide("sheaf", { url: sheaf.url, dataDir: sheaf.dataDir });
  return async () => {
    await sheaf.close();
    await payPal.close();
  };
}
