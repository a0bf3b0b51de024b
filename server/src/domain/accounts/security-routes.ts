import {
  changeEmailInput,
  changePasswordInput,
  confirmedByPassword,
  profileInput,
  recoveryCodes,
  session,
  twoFactorCode,
  twoFactorStart,
  twoFactorState,
  user,
} from "@sheaf/contracts/accounts.ts";
import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { setDeviceCookie } from "../../platform/http/cookies.ts";
import { noContent } from "../../platform/http/no-content.ts";
import { type Member, membersOnly, requireMember } from "../access/member.ts";
import { changeEmail, resendVerification } from "./email-address.ts";
import { changePassword } from "./passwords/change-password.ts";
import { changeProfile } from "./profile.ts";
import type { AccountServices } from "./service.ts";
import { deviceAccountOf, deviceCookie, knownDevice } from "./sign-in/known-devices.ts";
import { endOneSession, endOtherSessions, listSessions } from "./sign-in/session-list.ts";
import { countRecoveryCodes } from "./two-factor/recovery-codes.ts";
import { confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, startTwoFactor } from "./two-factor/two-factor.ts";

/** Routes below /api with which users change their own account. They need no subscription. */
export const securityRoutes: FastifyPluginAsyncZod<AccountServices> = async (app, services) => {
  const { db } = services;
  const tags = ["accounts"];
  // A request without a session gets no details about its other errors.
  app.addHook("preValidation", membersOnly);

  app.put("/profile", { schema: { tags, body: profileInput, response: { 200: user } } }, async (request) =>
    changeProfile(db, requireMember(request), request.body),
  );

  const password = { tags, body: changePasswordInput, response: { 204: noContent } };
  app.put("/password", { schema: password }, async (request, reply) =>
    keepDeviceKnown(request, reply, (member) => changePassword(services, member, request.body)),
  );

  app.put("/email", { schema: { tags, body: changeEmailInput, response: { 200: user } } }, async (request) =>
    changeEmail(services, requireMember(request), request.body),
  );

  const resend = { tags, summary: "Send the verification email again", response: { 204: noContent } };
  app.post("/email/verification", { schema: resend }, async (request) =>
    resendVerification(services, requireMember(request)),
  );

  app.get("/two-factor", { schema: { tags, response: { 200: twoFactorState } } }, async (request) => ({
    recoveryCodesLeft: await countRecoveryCodes(db, requireMember(request)),
  }));

  const start = { tags, body: confirmedByPassword, response: { 200: twoFactorStart } };
  app.post("/two-factor/start", { schema: start }, async (request) =>
    startTwoFactor(services, requireMember(request), request.body.currentPassword),
  );

  const confirm = { tags, body: twoFactorCode, response: { 200: recoveryCodes } };
  app.post("/two-factor/confirm", { schema: confirm }, async (request) => ({
    recoveryCodes: await confirmTwoFactor(services, requireMember(request), request.body.code),
  }));

  const disable = { tags, body: confirmedByPassword, response: { 204: noContent } };
  app.post("/two-factor/disable", { schema: disable }, async (request) =>
    disableTwoFactor(services, requireMember(request), request.body.currentPassword),
  );

  const renew = { tags, body: confirmedByPassword, response: { 200: recoveryCodes } };
  app.post("/two-factor/recovery-codes", { schema: renew }, async (request) => ({
    recoveryCodes: await renewRecoveryCodes(services, requireMember(request), request.body.currentPassword),
  }));

  app.get("/sessions", { schema: { tags, response: { 200: z.array(session) } } }, async (request) =>
    listSessions(db, requireMember(request)),
  );

  const others = { tags, summary: "End all other sessions", response: { 204: noContent } };
  app.delete("/sessions", { schema: others }, async (request, reply) =>
    keepDeviceKnown(request, reply, (member) => endOtherSessions(db, member)),
  );

  const one = { tags, params: z.object({ id }), response: { 204: noContent } };
  app.delete("/sessions/:id", { schema: one }, async (request, reply) =>
    keepDeviceKnown(request, reply, (member) => endOneSession(db, member, request.params.id)),
  );

  /** Ending other sessions makes every browser unknown to the account. This makes the current browser known again. */
  async function keepDeviceKnown(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (member: Member) => Promise<void>,
  ): Promise<void> {
    const member = requireMember(request);
    const before = await deviceAccountOf(db, member);
    const device = await knownDevice(services, before, request.cookies);
    await act(member);
    if (!device) return;
    setDeviceCookie(reply, await deviceCookie(services, await deviceAccountOf(db, member), device), services.config);
  }
};
