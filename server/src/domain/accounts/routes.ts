import { loginInput, user } from "@sheaf/contracts/accounts.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { AppError } from "../../platform/errors.ts";
import { clearSessionCookie, forgetCache, sessionCookie } from "../../platform/http/cookies.ts";
import { noContent } from "../../platform/http/no-content.ts";
import { requireMember } from "../access/member.ts";
import { type AccountServices, getUser } from "./service.ts";
import { clientOf, endCurrentSession, setSignedIn } from "./sign-in/browser-session.ts";
import { sessionEndTexts } from "./sign-in/session-end-reasons.ts";
import { takeSessionEnd } from "./sign-in/sessions.ts";
import { login } from "./sign-in/sign-in.ts";

/** Routes below /api: sign in, sign out, and the signed-in user. */
export const accountRoutes: FastifyPluginAsyncZod<AccountServices> = async (app, services) => {
  const { db, config } = services;
  const tags = ["accounts"];

  app.post("/login", { schema: { tags, body: loginInput, response: { 200: user } } }, async (request, reply) => {
    const visitor = { ...clientOf(request), cookies: request.cookies };
    const signedIn = await login(services, request.body, visitor);
    await setSignedIn(request, reply, services, signedIn);
    return signedIn.user;
  });

  app.post("/logout", { schema: { tags, response: { 204: noContent } } }, async (request, reply) => {
    await endCurrentSession(request, db);
    clearSessionCookie(reply, config);
    forgetCache(reply);
  });

  app.get("/user", { schema: { tags, response: { 200: user } } }, async (request, reply) => {
    if (!request.member) await refuseEndedSession(request, reply);
    const { practiceId, userId } = requireMember(request);
    return getUser(db, practiceId, userId);
  });

  /**
   * @throws AppError session-ended with the reason, once, when the session was not ended by the user in this browser
   */
  async function refuseEndedSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.cookies[sessionCookie];
    const reason = token && (await takeSessionEnd(db, token));
    if (!reason) return;
    clearSessionCookie(reply, config);
    throw new AppError("session-ended", sessionEndTexts[reason]);
  }
};
