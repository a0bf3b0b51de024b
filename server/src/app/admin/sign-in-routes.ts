import { confirmedByPassword, recoveryCodes, twoFactorCode, twoFactorStart } from "@sheaf/contracts/accounts.ts";
import {
  adminAction,
  adminLogin,
  adminLoginInput,
  adminProfile,
  adminSession,
} from "@sheaf/contracts/admin/session.ts";
import { id, pageQuery } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { AccountEmailServices } from "../../domain/account-emails/send.ts";
import { deviceCookie, knownDevice } from "../../domain/accounts/index.ts";
import { forgetCache, setDeviceCookie } from "../../platform/http/cookies.ts";
import { linkNext } from "../../platform/http/link-next.ts";
import { noContent } from "../../platform/http/no-content.ts";
import type { Services } from "../../platform/services.ts";
import { listAdminActions } from "./admin-actions.ts";
import { requireAdmin } from "./guard.ts";
import { readAdminAccount } from "./known-devices.ts";
import { getAdminProfile } from "./service.ts";
import { endAdminSession, endOwnSession, listAdminSessions } from "./sessions.ts";
import { signInAdmin } from "./sign-in.ts";
import { adminActions } from "./table.ts";
import { confirmAdminTwoFactor, endAdminTwoFactor, startAdminTwoFactor } from "./two-factor.ts";

type Needs = AccountEmailServices & Pick<Services, "config" | "db">;
const tags = ["admin"];

/** The sign-in of administrators, open to anyone: below /api/admin. */
export const adminLoginRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const schema = { tags, summary: "Sign in as an administrator", body: adminLoginInput, response: { 200: adminLogin } };
  app.post("/login", { schema }, async (request, reply) => {
    const userAgent = request.headers["user-agent"] ?? "";
    const visitor = { address: request.ip, userAgent, cookies: request.cookies };
    const { login, device } = await signInAdmin(services, request.body, visitor);
    setDeviceCookie(reply, device, services.config);
    return login;
  });
};

/** The administrator's own account, sessions and second factor, and the list of all admin actions: below /api/admin. */
export const adminAccountRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const { db } = services;
  const config = { beforeSecondFactor: true } as const;

  app.post("/logout", { config, schema: { tags, response: { 204: noContent } } }, async (request, reply) => {
    await endOwnSession(db, requireAdmin(request));
    forgetCache(reply);
  });

  app.get("/me", { config, schema: { tags, response: { 200: adminProfile } } }, async (request) =>
    getAdminProfile(services, requireAdmin(request)),
  );

  app.get("/sessions", { schema: { tags, response: { 200: z.array(adminSession) } } }, async (request) =>
    listAdminSessions(db, requireAdmin(request)),
  );

  const one = { tags, params: z.object({ id }), response: { 204: noContent } };
  app.delete("/sessions/:id", { schema: one }, async (request, reply) => {
    const { adminId } = requireAdmin(request);
    const before = await readAdminAccount(db, adminId);
    const device = before && (await knownDevice(services, before, request.cookies));
    await endAdminSession(db, requireAdmin(request), request.params.id);
    const account = device && (await readAdminAccount(db, adminId));
    if (account) setDeviceCookie(reply, await deviceCookie(services, account, device), services.config);
  });

  const start = { tags, body: confirmedByPassword, response: { 200: twoFactorStart } };
  app.post("/two-factor/start", { config, schema: start }, async (request) =>
    startAdminTwoFactor(services, requireAdmin(request), request.body.currentPassword),
  );

  const confirm = { tags, body: twoFactorCode, response: { 200: recoveryCodes } };
  app.post("/two-factor/confirm", { config, schema: confirm }, async (request) => ({
    recoveryCodes: await confirmAdminTwoFactor(services, requireAdmin(request), request.body.code),
  }));

  const off = { tags, body: confirmedByPassword, response: { 204: noContent } };
  app.post("/two-factor/off", { schema: off }, async (request) =>
    endAdminTwoFactor(services, requireAdmin(request), request.body.currentPassword),
  );

  const list = {
    tags,
    summary: "List the actions of administrators with their reasons",
    querystring: pageQuery,
    response: { 200: z.array(adminAction) },
  };
  app.get("/actions", { schema: list }, async (request, reply) => {
    const { limit, cursor } = request.query;
    const [entries, total] = await Promise.all([listAdminActions(db, { limit, cursor }), db.$count(adminActions)]);
    reply.header("x-total-count", total);
    linkNext(reply, "/api/admin/actions", limit, entries);
    return entries;
  });
};
