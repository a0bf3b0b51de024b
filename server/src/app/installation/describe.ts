import { type Installation, installation } from "@sheaf/contracts/installation.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Config } from "../../platform/config/config.ts";

/** Returns the facts about this installation that are public. */
export function describeInstallation(config: Config): Installation {
  // An own practice has no payments.
  const payPal = config.installation === "service" ? config.payPal : undefined;
  return {
    kind: config.installation,
    companyName: config.companyName,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone ?? null,
    supportHours: config.supportHours,
    salesEmail: config.salesEmail,
    demo: config.demo,
    mailTransport: config.mailTransport,
    // The inbox's address is on the machine that Sheaf runs on, so it is useless to visitors from elsewhere.
    demoInbox: config.publicUrl ? null : (config.mail.demo?.url ?? null),
    claims: config.claims.filter((claim) => config.installation === "service" || claim !== "money-back"),
    payPal: payPal ? { clientId: payPal.clientId, scriptUrl: payPal.scriptUrl, demo: config.demo } : null,
  };
}

export const installationRoutes: FastifyPluginAsyncZod<{ config: Config }> = async (app, { config }) => {
  app.get("/", { schema: { tags: ["installation"], response: { 200: installation } } }, async () =>
    describeInstallation(config),
  );
};
