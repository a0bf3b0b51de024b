import { z } from "zod";
import { newPassword, practiceName, required } from "./accounts.ts";
import { mailSettings, mailSettingsInput } from "./admin/installation-settings.ts";
import { adminLogin } from "./admin/session.ts";
import { email, emailField } from "./fields.ts";
import { installationKinds } from "./installation.ts";

/** The code in the address that a new installation prints; case, blanks and hyphens do not matter. */
const code = z
  .string({ error: "Code is required" })
  .trim()
  .min(1, "Code is required")
  .max(64, "This code is not valid");

/** Part of every set-up request. */
export const setUpCodeInput = z.object({ code });

/** GET /api/set-up: readable without the code. */
export const setUpState = z
  .object({
    open: z.boolean(),
    /** The sign-in page of the person who set up the installation, once set-up has ended. */
    signInAt: z.enum(["/auth", "/admin/login"]).nullable(),
  })
  .meta({ id: "SetUpState" });
export type SetUpState = z.infer<typeof setUpState>;

/** POST /api/set-up/check, with the right code: the initial values of the form. */
export const setUpFacts = z
  .object({
    kind: z.enum(installationKinds),
    seller: z.object({ name: z.string(), address: z.string(), vatNumber: z.string() }),
    /** From environment variables; the sender is empty when none is set. */
    mail: mailSettings,
    /** Environment variables that fix a field, by the field: `{"seller.name": "COMPANY_NAME"}`. */
    fixed: z.record(z.string(), z.string()),
  })
  .meta({ id: "SetUpFacts" });
export type SetUpFacts = z.infer<typeof setUpFacts>;

const vatNumber = z
  .string()
  .trim()
  .regex(/^([A-Za-z0-9 ]{5,20})?$/, "Use 5 to 20 letters and digits");

/** The seller: a receipt must show its name and address. */
const seller = z.object({
  name: required("Name", 100),
  /** Can have several lines. */
  address: z
    .string({ error: "Address is required" })
    .trim()
    .min(1, "Address is required")
    .max(807, "Keep the address shorter")
    .regex(/^[^\p{Cc};]*(\r?\n[^\p{Cc};]*)*$/u, "Leave out semicolons and control characters")
    .regex(/^.{0,100}(\r?\n.{0,100}){0,7}$/, "Use at most 8 lines of 100 characters"),
  /** Empty when there is none. */
  vatNumber: vatNumber.default(""),
});

const account = {
  code,
  firstName: required("First name", 100),
  lastName: required("Last name", 100),
  email: emailField,
  password: newPassword,
  /** Null to configure mail later: emails are stored in the outbox until then. */
  mail: mailSettingsInput.nullable(),
};

/** POST /api/set-up/test-email: stores nothing. Without `mail` the settings of the environment variables are used. */
export const setUpMailTest = z.object({ code, to: email, mail: mailSettingsInput.nullable() });
export type SetUpMailTest = z.infer<typeof setUpMailTest>;

/** POST /api/set-up: the operator's account and all other data of the set-up. */
export const setUpInput = z.discriminatedUnion("kind", [
  z.object({
    ...account,
    kind: z.literal("practice"),
    practiceName: practiceName.min(1, "Practice name is required"),
  }),
  z.object({ ...account, kind: z.literal("service"), seller }),
]);
export type SetUpInput = z.infer<typeof setUpInput>;

/**
 * In an installation of kind "practice" the response sets the owner's session cookie; the operator of a service gets
 * this token for the portal.
 */
export const setUpDone = z
  .object({ kind: z.enum(installationKinds), portal: adminLogin.nullable() })
  .meta({ id: "SetUpDone" });
export type SetUpDone = z.infer<typeof setUpDone>;
