import { id } from "@sheaf/contracts/fields.ts";
import { refundInput, refundPreview, refundQuestion, refundRequest } from "@sheaf/contracts/refunds.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Db } from "../../../platform/db/connect.ts";
import { ownerOnly, requireOwner } from "../../access/member.ts";
import { previewRefund } from "./quote.ts";
import { listRefunds, requestRefund, withdrawRefund } from "./requests.ts";

/** Routes below /api/refunds: refund requests, for the owner. */
export const refundRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["billing"];
  app.addHook("preValidation", ownerOnly);

  const outcome = {
    tags,
    summary: "Preview the refund of a payment",
    querystring: refundQuestion,
    response: { 200: refundPreview },
  };
  app.get("/outcome", { schema: outcome }, async (request) =>
    previewRefund(db, requireOwner(request).practiceId, request.query.payment),
  );

  app.get("/", { schema: { tags, response: { 200: z.array(refundRequest) } } }, async (request) =>
    listRefunds(db, requireOwner(request).practiceId),
  );

  app.post("/", { schema: { tags, body: refundInput, response: { 201: refundRequest } } }, async (request) =>
    requestRefund(db, requireOwner(request), request.body),
  );

  const one = { tags, params: z.object({ id }), response: { 204: z.void().describe("Withdrawn") } };
  app.delete("/:id", { schema: one }, async (request) => withdrawRefund(db, requireOwner(request), request.params.id));
};
