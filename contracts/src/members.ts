import { z } from "zod";
import { personFields, registerInput } from "./accounts.ts";
import { emailField, id, instant } from "./fields.ts";

/** GET /api/members: all members of the practice, the owner first. */
export const member = z
  .object({
    ...personFields,
    role: z.enum(["owner", "member"]),
    twoFactor: z.boolean(),
    /** Set while the member cannot sign in because the practice has more members than its plan allows. */
    suspendedAt: instant.nullable(),
    lastSeenAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof member>;

/** PUT /api/members/{id}: when a member becomes the owner, the previous owner becomes a member. */
export const memberChange = z.object({ role: z.enum(["owner", "member"]) });

/** GET /api/invitations: open invitations. Each counts as a user of the plan until it expires. */
export const invitation = z
  .object({ id, email: z.string(), invitedBy: z.string(), createdAt: instant, expiresAt: instant })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;

/** POST /api/invitations */
export const invitationInput = z.object({ email: emailField });

/** POST /api/invitations/accept: the invited person chooses their sign-in data and is signed in. */
export const acceptInvitationInput = registerInput
  .omit({ email: true, practiceName: true })
  .extend({ token: z.string().min(1).max(200) });
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInput>;
