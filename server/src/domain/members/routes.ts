import { user } from "@sheaf/contracts/accounts.ts";
import { id } from "@sheaf/contracts/fields.ts";
import { acceptInvitationInput, invitation, invitationInput, member, memberChange } from "@sheaf/contracts/members.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { noContent } from "../../platform/http/no-content.ts";
import type { Services } from "../../platform/services.ts";
import { ownerOnly, requireMember, requireOwner } from "../access/member.ts";
import { clientOf, setSignedIn } from "../accounts/index.ts";
import { acceptInvitation } from "./accept.ts";
import { invite, listInvitations, resendInvitation, revokeInvitation } from "./invitations.ts";
import { changeRole, listMembers, removeMember } from "./service.ts";

const one = z.object({ id });

/**
 * Routes below /api: members and invitations of the practice. All members can list the members; the owner manages them.
 */
export const memberRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db } = services;
  const tags = ["members"];

  app.get("/members", { schema: { tags, response: { 200: z.array(member) } } }, async (request) =>
    listMembers(db, requireMember(request).practiceId),
  );

  app.put(
    "/members/:id",
    {
      preValidation: ownerOnly,
      schema: { tags, params: one, body: memberChange, response: { 200: z.array(member) } },
    },
    async (request) => changeRole(db, requireOwner(request), request.params.id, request.body.role),
  );

  app.delete("/members/:id", { schema: { tags, params: one, response: { 204: noContent } } }, async (request) =>
    removeMember(services, requireOwner(request), request.params.id),
  );

  app.get("/invitations", { schema: { tags, response: { 200: z.array(invitation) } } }, async (request) =>
    listInvitations(db, requireOwner(request).practiceId),
  );

  app.post(
    "/invitations",
    { preValidation: ownerOnly, schema: { tags, body: invitationInput, response: { 201: invitation } } },
    async (request) => invite(services, requireOwner(request), request.body.email),
  );

  app.post(
    "/invitations/:id/resend",
    { schema: { tags, params: one, response: { 200: invitation } } },
    async (request) => resendInvitation(services, requireOwner(request), request.params.id),
  );

  app.delete("/invitations/:id", { schema: { tags, params: one, response: { 204: noContent } } }, async (request) =>
    revokeInvitation(db, requireOwner(request), request.params.id),
  );

  app.post(
    "/invitations/accept",
    { schema: { tags, body: acceptInvitationInput, response: { 201: user } } },
    async (request, reply) => {
      const signedIn = await acceptInvitation(services, request.body, clientOf(request));
      await setSignedIn(request, reply, services, signedIn);
      return signedIn.user;
    },
  );
};
