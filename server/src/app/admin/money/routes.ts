import { waitingMoney } from "@sheaf/contracts/admin/money.ts";
import { planChoice, quote } from "@sheaf/contracts/billing.ts";
import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { getQuote } from "../../../domain/billing/index.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { requirePractice } from "../actions/money.ts";
import { getWaitingMoney } from "./waiting.ts";

const tags = ["admin"];

/**
 * Refund requests, differences and orders that need a decision, and the price that a bank transfer has to match: below
 * /api/admin.
 */
export const adminMoneyRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const waiting = {
    tags,
    summary: "List open refund requests, differences with PayPal and unsettled orders",
    response: { 200: waitingMoney },
  };
  app.get("/money", { schema: waiting }, async () => getWaitingMoney(db));

  const priced = {
    tags,
    summary: "Get the present price of a plan for a practice",
    params: z.object({ id }),
    querystring: planChoice,
    response: { 200: quote },
  };
  app.get("/practices/:id/quote", { schema: priced }, async (request) => {
    const { id: practiceId } = request.params;
    await requirePractice(db, practiceId);
    return getQuote(db, practiceId, request.query.plan);
  });
};
