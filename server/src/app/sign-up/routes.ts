import { registerInput, user } from "@sheaf/contracts/accounts.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { type AccountServices, clientOf, setSignedIn } from "../../domain/accounts/index.ts";
import { register } from "./register.ts";

/** Sign-up of a new practice: below /api. */
export const signUpRoutes: FastifyPluginAsyncZod<AccountServices> = async (app, services) => {
  const schema = { tags: ["accounts"], body: registerInput, response: { 201: user } };
  app.post("/register", { schema }, async (request, reply) => {
    const signedIn = await register(services, request.body, clientOf(request));
    await setSignedIn(request, reply, services, signedIn);
    return signedIn.user;
  });
};
