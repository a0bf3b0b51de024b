import { z } from "zod";
import { isAddressLike } from "./address-like.ts";
import { email, id, instant, oneLine } from "./fields.ts";
import { passwordLength, usernameLength } from "./limits.ts";

export const required = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `Keep the ${label.toLowerCase()} under ${max + 1} characters`)
    .regex(...oneLine);

/** The username or the email address of an account. */
const accountName = required("Username", 254);

export const loginInput = z.object({
  username: accountName,
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(1_000),
  /** Six digits of the authenticator app, or a recovery code; asked for by the answer `two-factor-needed`. */
  code: z.string().trim().max(40).optional(),
});
export type LoginInput = z.infer<typeof loginInput>;

const newUsername = z
  .string({ error: "Username is required" })
  .trim()
  .min(1, "Username is required")
  .min(usernameLength.min, `Use at least ${usernameLength.min} characters`)
  .max(usernameLength.max, `Use at most ${usernameLength.max} characters`)
  .regex(/^[A-Za-z0-9._-]+$/, "Use letters, digits, dots, hyphens and underscores");

export const newPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters`);

/** The password one signs in with, asked once more before something that matters. */
const currentPassword = z.string({ error: "Password is required" }).min(1, "Password is required").max(1_000);

export const emailField = z.string({ error: "Email is required" }).trim().min(1, "Email is required").pipe(email);

export const practiceName = z
  .string()
  .trim()
  .max(120, "Keep the practice name under 121 characters")
  .regex(...oneLine)
  // Emails go out under this name.
  .refine(
    (name) => !isAddressLike(name),
    "Leave out @ and web addresses: this name appears as the sender of your emails",
  );

export const registerInput = z.object({
  username: newUsername,
  password: newPassword,
  email: emailField,
  firstName: required("First name", 100),
  lastName: required("Last name", 100),
  /** "First Last" when left out. */
  practiceName: practiceName.optional(),
  /** Of a payment made before there was an account. */
  claimToken: z.string().max(200).optional(),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** What GET /api/user, login and register answer. The password never leaves the server in any form. */
export const user = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(["owner", "member"]),
    /** As stored with the account; a browser's own choice wins over it. */
    theme: z.enum(["light", "dark", "system"]),
    emailVerified: z.boolean(),
    /** A new address that waits for its verification; null when there is none. */
    pendingEmail: z.string().nullable(),
    twoFactor: z.boolean(),
    practice: z.object({ id, name: z.string() }),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

/** PUT /api/profile. The practice's name changes only when the owner sends it. */
export const profileInput = z.object({
  firstName: required("First name", 100),
  lastName: required("Last name", 100),
  username: newUsername,
  practiceName: practiceName.min(1, "Practice name is required").optional(),
});
export type ProfileInput = z.infer<typeof profileInput>;

/** POST /api/password/forgot: answered alike whether or not there is such an account. */
export const forgotPasswordInput = z.object({ username: accountName });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** A token out of an emailed link. */
const token = z.string({ error: "The link is incomplete" }).min(1, "The link is incomplete").max(200);

/**
 * POST /api/links/check: what a link is for, before anything is typed. 410 `link-invalid` when used up, replaced or too
 * old.
 */
export const linkCheckInput = z.object({ token });
export const linkKinds = ["reset", "verify", "invitation"] as const;
export type LinkKind = (typeof linkKinds)[number];
export const link = z
  .object({ kind: z.enum(linkKinds), email: z.string(), practiceName: z.string() })
  .meta({ id: "Link" });
export type Link = z.infer<typeof link>;

/** POST /api/password/reset: the new password; every session of the user ends. */
export const resetPasswordInput = z.object({ token, password: newPassword });
/** POST /api/email/verify */
export const verifyEmailInput = z.object({ token });
/** PUT /api/password: the other sessions end. */
export const changePasswordInput = z.object({ currentPassword, password: newPassword });
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
/** PUT /api/email: takes effect once the new address is verified. */
export const changeEmailInput = z.object({ currentPassword, email: emailField });
/** Before something that only the person themselves should do. */
export const confirmedByPassword = z.object({ currentPassword });

/** POST /api/two-factor/start: for the authenticator app; nothing changes until a code confirms it. */
export const twoFactorStart = z.object({ secret: z.string(), uri: z.string() }).meta({ id: "TwoFactorStart" });
export type TwoFactorStart = z.infer<typeof twoFactorStart>;
/** POST /api/two-factor/confirm */
export const twoFactorCode = z.object({ code: z.string().trim().min(1, "Enter the six digits").max(40) });
/** GET /api/two-factor: 0 while signing in needs no code. */
export const twoFactorState = z.object({ recoveryCodesLeft: z.number().int() }).meta({ id: "TwoFactorState" });
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** Shown once; each signs in once instead of a code. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

/** GET /api/sessions: where one is signed in. */
export const session = z
  .object({
    id,
    /** "Chrome on Windows", as the browser says. */
    device: z.string(),
    address: z.string(),
    createdAt: instant,
    lastSeenAt: instant,
    /** The session that asks. */
    current: z.boolean(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;

/** POST /api/account/delete: a member leaves; the owner deletes the practice and types its name to confirm. */
export const deleteAccountInput = z.object({ currentPassword, practiceName: z.string().trim().max(200).optional() });
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;

/** POST /api/account/export: where the zip of everything can be downloaded by this session, within a minute. */
export const accountExport = z.object({ downloadPath: z.string() }).meta({ id: "AccountExport" });
export type AccountExport = z.infer<typeof accountExport>;
