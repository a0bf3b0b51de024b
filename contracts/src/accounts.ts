import { z } from "zod";
import { isAddressLike } from "./address-like.ts";
import { emailField, id, instant, oneLine } from "./fields.ts";
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
  /** Six digits of the authenticator app, or a recovery code; needed when the response is `two-factor-needed`. */
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

/** The user's password, requested again before a sensitive change. */
const currentPassword = z.string({ error: "Password is required" }).min(1, "Password is required").max(1_000);

export const practiceName = z
  .string()
  .trim()
  // aborts: a text that cannot be a name is not searched for addresses
  .max(120, { error: "Keep the practice name under 121 characters", abort: true })
  .regex(...oneLine)
  // The name appears as the sender of emails.
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
  /** Claims a payment that was made before the account existed. */
  claimToken: z.string().max(200).optional(),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** The fields of a person in responses. */
export const personFields = {
  id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
};

/** The response of GET /api/user, login and register. It never contains the password in any form. */
export const user = z
  .object({
    ...personFields,
    role: z.enum(["owner", "member"]),
    /** Stored with the account; a choice made in a browser takes precedence there. */
    theme: z.enum(["light", "dark", "system"]),
    emailVerified: z.boolean(),
    /** A new address that is not verified yet; null when there is none. */
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

/** POST /api/password/forgot: the response is the same whether or not the account exists. */
export const forgotPasswordInput = z.object({ username: accountName });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** The token of an emailed link. */
const token = z.string({ error: "The link is incomplete" }).min(1, "The link is incomplete").max(200);

/**
 * POST /api/links/check: the purpose of a link, read before the user types anything. 410 `link-invalid` when the link
 * is used up, replaced or expired.
 */
export const linkCheckInput = z.object({ token });
export const linkKinds = ["reset", "verify", "invitation"] as const;
export type LinkKind = (typeof linkKinds)[number];
export const link = z
  .object({ kind: z.enum(linkKinds), email: z.string(), practiceName: z.string() })
  .meta({ id: "Link" });
export type Link = z.infer<typeof link>;

/** POST /api/password/reset: sets the new password and ends all sessions of the user. */
export const resetPasswordInput = z.object({ token, password: newPassword });
/** POST /api/email/verify */
export const verifyEmailInput = z.object({ token });
/** PUT /api/password: ends all other sessions of the user. */
export const changePasswordInput = z.object({ currentPassword, password: newPassword });
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
/** PUT /api/email: takes effect once the new address is verified. */
export const changeEmailInput = z.object({ currentPassword, email: emailField });
/** Body of requests that need the user's password as confirmation. */
export const confirmedByPassword = z.object({ currentPassword });

/** POST /api/two-factor/start: the secret for the authenticator app; nothing changes until a code confirms it. */
export const twoFactorStart = z.object({ secret: z.string(), uri: z.string() }).meta({ id: "TwoFactorStart" });
export type TwoFactorStart = z.infer<typeof twoFactorStart>;
/** POST /api/two-factor/confirm */
export const twoFactorCode = z.object({ code: z.string().trim().min(1, "Enter the six digits").max(40) });
/** GET /api/two-factor: `recoveryCodesLeft` is 0 while two-factor sign-in is off. */
export const twoFactorState = z.object({ recoveryCodesLeft: z.number().int() }).meta({ id: "TwoFactorState" });
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** Shown once. Each replaces the app's code for one sign-in. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

/** GET /api/sessions: the open sessions of the user. */
export const session = z
  .object({
    id,
    /** "Chrome on Windows", from the User-Agent header. */
    device: z.string(),
    address: z.string(),
    createdAt: instant,
    lastSeenAt: instant,
    /** Whether this is the session of the request. */
    current: z.boolean(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;

/**
 * POST /api/account/delete: a member leaves the practice; the owner deletes the practice and types its name to confirm.
 */
export const deleteAccountInput = z.object({ currentPassword, practiceName: z.string().trim().max(200).optional() });
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;

/** POST /api/account/export: the path from which this session can download the ZIP of all data, within a minute. */
export const accountExport = z.object({ downloadPath: z.string() }).meta({ id: "AccountExport" });
export type AccountExport = z.infer<typeof accountExport>;
