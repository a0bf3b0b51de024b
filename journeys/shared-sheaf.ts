import { startInventedPayPal } from "@sheaf/server/app/demo/providers/paypal/invented-paypal.ts";
import type { TestProject } from "vitest/node";
import { password, practiceName, startInstallation } from "./harness.ts";
import { waysIntoOwnPractice } from "./own-practice.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the Sheaf that all journeys share which need no other variables of their own. */
    sheaf: { url: string; dataDir: string };
  }
}

/** The first person of an own practice; journeys that share it bring somebody who joins. */
const owner = {
  username: "olive.owner",
  password,
  email: "olive@example.com",
  firstName: "Olive",
  lastName: "Owner",
  practiceName,
};

/** One Sheaf for a whole run of the journeys, with an invented PayPal: each brings its own practice, as people do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const payPal = await startInventedPayPal();
  const kind = project.config.env?.INSTALLATION;
  // All of them sign up from this one address, within minutes.
  const variables = { ...payPal.env, SIGN_UPS_PER_ADDRESS: "1000" };
  const sheaf = await startInstallation(kind ? { ...variables, INSTALLATION: kind } : variables);
  if (kind === "practice") await waysIntoOwnPractice(sheaf.dataDir, owner);
  project.provide("sheaf", { url: sheaf.url, dataDir: sheaf.dataDir });
  return async () => {
    await sheaf.close();
    await payPal.close();
  };
}
