import { z } from "zod";
import { email, id, oneLine } from "./fields.ts";
import { passwordLength, usernameLength } from "./limits.ts";

const required = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `Keep the ${label.toLowerCase()} under ${max + 1} characters`)
    .regex(...oneLine);

/** Sign-in takes the username or the email address. */
export const loginInput = z.object({
  username: required("Username", 254),
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(1_000),
});
export type LoginInput = z.infer<typeof loginInput>;

export const registerInput = z.object({
  username: z
    .string({ error: "Username is required" })
    .trim()
    .min(1, "Username is required")
    .min(usernameLength.min, `Use at least ${usernameLength.min} characters`)
    .max(usernameLength.max, `Use at most ${usernameLength.max} characters`)
    .regex(/^[A-Za-z0-9._-]+$/, "Use letters, digits, dots, hyphens and underscores"),
  password: z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
    .max(passwordLength.max, `Use at most ${passwordLength.max} characters`),
  email: z.string({ error: "Email is required" }).trim().min(1, "Email is required").pipe(email),
  firstName: required("First name", 100),
  lastName: required("Last name", 100),
  /** "First Last" when left out. */
  practiceName: z
    .string()
    .trim()
    .max(120, "Keep the practice name under 121 characters")
    .regex(...oneLine)
    .optional(),
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
    practice: z.object({ id, name: z.string() }),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;
