import { startInventedPayPal } from "@sheaf/server/app/demo/providers/paypal/invented-paypal.ts";
import type { TestProject } from "vitest/node";
import { password, practiceName, startInstallation } from "./harness.ts";
import { addToOwnPractice } from "./own-practice.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address and data folder of the Sheaf shared by all journeys that need no environment variables of their own. */
    sheaf: { url: string; dataDir: string };
  }
}

/** The owner of an own practice; journeys that share it create members who join. */
const owner = {
  username: "olive.owner",
  password,
  email: "olive@example.com",
  firstName: "Olive",
  lastName: "Owner",
  practiceName,
};

/** Starts one Sheaf, with a fake PayPal, for the whole run: each journey creates its own practice in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const payPal = await startInventedPayPal();
  const kind = project.config.env?.INSTALLATION;
  // All users sign up from this one IP address, within minutes.
  const variables = { ...payPal.env, SIGN_UPS_PER_ADDRESS: "1000" };
  const sheaf = await startInstallation(kind ? { ...variables, INSTALLATION: kind } : variables);
  if (kind === "practice") await addToOwnPractice(sheaf.dataDir, owner);
  project.provide("sheaf", { url: sheaf.url, dataDir: sheaf.dataDir });
  return async () => {
    await sheaf.close();
    await payPal.close();
  };
}
