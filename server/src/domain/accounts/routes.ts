import { loginInput, registerInput, user } from "@sheaf/contracts/accounts.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { register } from "../../app/sign-up/register.ts";
import { AppError } from "../../platform/errors.ts";
import {
  clearSessionCookie,
  forgetCache,
  sessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from "../../platform/http/cookies.ts";
import { requireMember } from "../access/member.ts";
import { type AccountServices, getUser, type SignedIn } from "./service.ts";
import { sessionEndWords } from "./sign-in/session-end-reasons.ts";
import { takeSessionEnd } from "./sign-in/sessions.ts";
import { login, logout } from "./sign-in/sign-in.ts";

const noContent = z.void().describe("Done; there is no body");

/** Registering, signing in and out, and who is signed in: below /api. */
export const accountRoutes: FastifyPluginAsyncZod<AccountServices> = async (app, services) => {
  const { db, config } = services;
  const tags = ["accounts"];

  app.post("/register", { schema: { tags, body: registerInput, response: { 201: user } } }, async (request, reply) => {
    const signedIn = await register(services, request.body, placeOf(request));
    await endPrevious(request);
    setSignedIn(reply, signedIn);
    return reply.code(201).send(signedIn.user);
  });

  app.post("/login", { schema: { tags, body: loginInput, response: { 200: user } } }, async (request, reply) => {
    const visitor = { ...placeOf(request), cookies: request.cookies };
    const signedIn = await login(services, request.body, visitor);
    await endPrevious(request);
    setSignedIn(reply, signedIn);
    return signedIn.user;
  });

  app.post("/logout", { schema: { tags, response: { 204: noContent } } }, async (request, reply) => {
    await endPrevious(request);
    clearSessionCookie(reply, config);
    return forgetCache(reply).code(204).send();
  });

  app.get("/user", { schema: { tags, response: { 200: user } } }, async (request, reply) => {
    if (!request.member) await tellSessionEnd(request, reply);
    const { practiceId, userId } = requireMember(request);
    return getUser(db, practiceId, userId);
  });

  /** @throws AppError session-ended with the reason, where somebody else ended the browser's session: once */
  async function tellSessionEnd(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.cookies[sessionCookie];
    const reason = token && (await takeSessionEnd(db, token));
    if (!reason) return;
    clearSessionCookie(reply, config);
    throw new AppError("session-ended", sessionEndWords[reason]);
  }

  function setSignedIn(reply: FastifyReply, { token, device }: SignedIn): void {
    setSessionCookie(reply, token, config);
    setDeviceCookie(reply, device, config);
  }

  /** A browser holds one session: signing in again does not leave the old one behind. */
  async function endPrevious(request: FastifyRequest): Promise<void> {
    const token = request.cookies[sessionCookie];
    if (token) await logout(db, token, request.ip);
  }
};

const placeOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});
