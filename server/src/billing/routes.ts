import { plan, subscription, usage } from "@sheaf/contracts/plans.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { requireMember } from "../http/member.ts";
import { listPlans } from "./plans.ts";
import { getSubscription, getUsage } from "./service.ts";

/** Plans for everybody, subscription and usage for members: below /api. */
export const billingRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["billing"];

  app.get("/subscription-plans", { schema: { tags, response: { 200: z.array(plan) } } }, async () => listPlans(db));

  app.get("/subscription", { schema: { tags, response: { 200: subscription } } }, async (request) =>
    getSubscription(db, requireMember(request).practiceId),
  );

  app.get("/usage", { schema: { tags, response: { 200: usage } } }, async (request) =>
    getUsage(db, requireMember(request).practiceId),
  );
};
