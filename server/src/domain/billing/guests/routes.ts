import { id } from "@sheaf/contracts/fields.ts";
import { claim, claimInput, guestOrder, guestOrderInput, order } from "@sheaf/contracts/orders.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { ownerOnly, requireOwner } from "../../access/member.ts";
import type { OrderServices } from "../orders/order.ts";
import { checkClaim, claimForPractice } from "./claims.ts";
import { captureGuestOrder, createGuestOrder } from "./guest-orders.ts";

const tags = ["billing"];

/** Routes below /api/guest-orders: payment before signing up, without a session. */
export const guestOrderRoutes: FastifyPluginAsyncZod<OrderServices> = async (app, services) => {
  const make = { tags, summary: "Pay before signing up", body: guestOrderInput, response: { 201: guestOrder } };
  app.post("/", { schema: make }, async (request) => createGuestOrder(services, request.body, { address: request.ip }));

  const take = { tags, params: z.object({ id }), body: claimInput, response: { 200: order } };
  app.post("/:id/capture", { schema: take }, async (request) =>
    captureGuestOrder(services, request.params.id, request.body.claimToken),
  );
};

/** Routes below /api/claims: payments made before signing up. Registering with a token claims its payment itself. */
export const claimRoutes: FastifyPluginAsyncZod<OrderServices> = async (app, services) => {
  const check = { tags, summary: "Get the value of a claim link", body: claimInput, response: { 200: claim } };
  app.post("/check", { schema: check }, async (request) => checkClaim(services, request.body.claimToken));

  const take = { tags, summary: "Claim a payment for the practice", body: claimInput, response: { 200: claim } };
  app.post("/", { preValidation: ownerOnly, schema: take }, async (request) =>
    claimForPractice(services, requireOwner(request), request.body.claimToken),
  );
};
