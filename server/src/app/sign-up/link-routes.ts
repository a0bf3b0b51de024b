import {
  forgotPasswordInput,
  type Link,
  link,
  linkCheckInput,
  resetPasswordInput,
  verifyEmailInput,
} from "@sheaf/contracts/accounts.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  type AccountServices,
  findLink,
  forgotPassword,
  linkInvalidError,
  resetPassword,
} from "../../domain/accounts/index.ts";
import { findInvitation } from "../../domain/members/invitations.ts";
import type { Db } from "../../platform/db/connect.ts";
import { setDeviceCookie } from "../../platform/http/cookies.ts";
import { noContent } from "../../platform/http/no-content.ts";
import { verifyEmail } from "./confirm-address.ts";

/** Routes for links in emails, and for requesting one, signed in or not: below /api. */
export const linkRoutes: FastifyPluginAsyncZod<AccountServices> = async (app, services) => {
  const tags = ["accounts"];

  const forgot = {
    tags,
    summary: "Request a link to choose a new password",
    description: "The response is the same whether or not the account exists.",
    body: forgotPasswordInput,
    response: { 204: noContent },
  };
  app.post("/password/forgot", { schema: forgot }, async (request) =>
    forgotPassword(services, request.body.username, { address: request.ip }),
  );

  const reset = { tags, summary: "Choose a new password", body: resetPasswordInput, response: { 204: noContent } };
  app.post("/password/reset", { schema: reset }, async (request, reply) => {
    const device = await resetPassword(services, request.body, { address: request.ip });
    setDeviceCookie(reply, device, services.config);
  });

  const verify = { tags, summary: "Confirm an email address", body: verifyEmailInput, response: { 204: noContent } };
  app.post("/email/verify", { schema: verify }, async (request) =>
    verifyEmail(services, request.body.token, { address: request.ip }),
  );

  const check = { tags, summary: "Get the purpose of a link", body: linkCheckInput, response: { 200: link } };
  app.post("/links/check", { schema: check }, async (request) => checkLink(services.db, request.body.token));
};

/** @throws AppError link-invalid */
async function checkLink(db: Db, token: string): Promise<Link> {
  const own = await findLink(db, token);
  if (own) return { kind: own.kind, email: own.email, practiceName: own.practiceName };
  const invitation = await findInvitation(db, token);
  if (!invitation) throw linkInvalidError();
  return { kind: "invitation", email: invitation.email, practiceName: invitation.practiceName };
}
