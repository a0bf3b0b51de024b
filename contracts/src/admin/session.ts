import { z } from "zod";
import { session } from "../accounts.ts";
import { auditEntry } from "../audit.ts";
import { id, instant, oneLine } from "../fields.ts";

/** POST /api/admin/login. The response is the same for a wrong password and an unknown address. */
export const adminLoginInput = z.object({
  email: z
    .string({ error: "Email is required" })
    .trim()
    .min(1, "Email is required")
    .max(254)
    .regex(...oneLine),
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(1_000),
  /** Six digits of the authenticator app; needed when the response is `two-factor-needed`. */
  code: z.string().trim().max(40).optional(),
});
export type AdminLoginInput = z.infer<typeof adminLoginInput>;

export const admin = z.object({ name: z.string(), role: z.string() });
export type Admin = z.infer<typeof admin>;

/** The token is sent as `Authorization: Bearer` and is valid for 8 hours. The server stores only its hash. */
export const adminLogin = z.object({ token: z.string(), admin }).meta({ id: "AdminLogin" });
export type AdminLogin = z.infer<typeof adminLogin>;

/** GET /api/admin/me */
export const adminProfile = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role: z.string(),
    twoFactor: z.boolean(),
    /**
     * While two-factor sign-in is required and off, the portal allows only requests that set it up. Not required in a
     * demonstration.
     */
    twoFactorRequired: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: "AdminProfile" });
export type AdminProfile = z.infer<typeof adminProfile>;

/** GET /api/admin/sessions: the open sessions of this administrator. DELETE /api/admin/sessions/:id ends one. */
export const adminSession = z
  .object({ ...session.omit({ createdAt: true }).shape, startedAt: instant, endsAt: instant })
  .meta({ id: "AdminSession" });
export type AdminSession = z.infer<typeof adminSession>;

/**
 * GET /api/admin/actions, newest first: every admin action, with its reason. `who` is the administrator, or "Sheaf" for
 * a change made by a command.
 */
export const adminAction = z
  .object({ ...auditEntry.omit({ subjectId: true }).shape, reason: z.string().nullable() })
  .meta({ id: "AdminAction" });
export type AdminAction = z.infer<typeof adminAction>;
