import { installation } from "@sheaf/contracts/installation.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Config } from "../config.ts";

export const installationRoutes: FastifyPluginAsyncZod<{ config: Config }> = async (app, { config }) => {
  app.get("/", { schema: { tags: ["installation"], response: { 200: installation } } }, async () => ({
    companyName: config.companyName,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone ?? null,
    supportHours: config.supportHours,
    salesEmail: config.salesEmail,
    demo: config.demo,
    mailTransport: config.mailTransport,
    claims: config.claims,
  }));
};
