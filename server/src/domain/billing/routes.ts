import { billing, planChoice, quote } from "@sheaf/contracts/billing.ts";
import { pageQuery } from "@sheaf/contracts/fields.ts";
import { ledgerEntry } from "@sheaf/contracts/payments.ts";
import { plan, subscription, usage } from "@sheaf/contracts/plans.ts";
import { eq } from "drizzle-orm";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Db } from "../../platform/db/connect.ts";
import { linkNext } from "../../platform/http/link-next.ts";
import { membersOnly, ownerOnly, requireMember, requireOwner } from "../access/member.ts";
import { listPayments } from "./ledger/ledger.ts";
import { listPlans } from "./plans.ts";
import { getSubscription, getUsage } from "./service.ts";
import { buyWithCredit, cancel, getBilling, getQuote, resume, startNextPeriod } from "./subscription.ts";
import { payments } from "./table.ts";

/** Routes below /api: subscription and usage of the practice, in every kind of installation. */
export const usageRoutes: FastifyPluginAsyncZod<{ db: Db; countFiles(practiceId: string): Promise<number> }> = async (
  app,
  { db, countFiles },
) => {
  const tags = ["billing"];

  app.get("/subscription", { schema: { tags, response: { 200: subscription } } }, async (request) =>
    getSubscription(db, requireMember(request).practiceId),
  );

  app.get("/usage", { schema: { tags, response: { 200: usage } } }, async (request) => {
    const { practiceId } = requireMember(request);
    return getUsage(db, practiceId, () => countFiles(practiceId));
  });
};

/** Routes below /api: plans, without a session, and payments, for members. */
export const billingRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["billing"];

  app.get("/subscription-plans", { schema: { tags, response: { 200: z.array(plan) } } }, async () => listPlans(db));

  const ledger = { tags, querystring: pageQuery, response: { 200: z.array(ledgerEntry) } };
  app.get("/payments", { preValidation: membersOnly, schema: ledger }, async (request, reply) => {
    const { limit, cursor } = request.query;
    const { practiceId } = requireMember(request);
    const [rows, total] = await Promise.all([
      listPayments(db, practiceId, { limit, cursor }),
      db.$count(payments, eq(payments.practiceId, practiceId)),
    ]);
    reply.header("x-total-count", total);
    linkNext(reply, "/api/payments", limit, rows);
    return rows;
  });
};

/** Routes below /api/billing: the subscription. Members can read it, the owner changes it. */
export const subscriptionRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["billing"];
  const answer = { tags, response: { 200: billing } };

  app.get("/", { schema: answer }, async (request) => getBilling(db, requireMember(request).practiceId));

  app.get(
    "/quote",
    { preValidation: ownerOnly, schema: { tags, querystring: planChoice, response: { 200: quote } } },
    async (request) => getQuote(db, requireOwner(request).practiceId, request.query.plan),
  );

  app.post("/buy-with-credit", { preValidation: ownerOnly, schema: { ...answer, body: planChoice } }, async (request) =>
    buyWithCredit(db, requireOwner(request), request.body.plan),
  );

  app.post("/cancel", { schema: answer }, async (request) => cancel(db, requireOwner(request)));
  app.post("/resume", { schema: answer }, async (request) => resume(db, requireOwner(request)));
  app.post("/start-next-period", { schema: answer }, async (request) => startNextPeriod(db, requireOwner(request)));
};
