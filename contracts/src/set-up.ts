import { z } from "zod";
import { emailField, newPassword, practiceName, required } from "./accounts.ts";
import { mailSettings, mailSettingsInput } from "./admin/installation-settings.ts";
import { adminLogin } from "./admin/session.ts";
import { email } from "./fields.ts";
import { installationKinds } from "./installation.ts";

/** The code of the address that a new installation prints; how it is written does not matter. */
const code = z
  .string({ error: "Code is required" })
  .trim()
  .min(1, "Code is required")
  .max(64, "This code is not valid");

/** What every act of set-up brings. */
export const setUpCodeInput = z.object({ code });

/** GET /api/set-up: what anyone may know. */
export const setUpState = z
  .object({
    open: z.boolean(),
    /** Where whoever set it up signs in, once it has ended. */
    signInAt: z.enum(["/auth", "/admin/login"]).nullable(),
  })
  .meta({ id: "SetUpState" });
export type SetUpState = z.infer<typeof setUpState>;

/** POST /api/set-up/check, with the right code: what the form begins with. */
export const setUpFacts = z
  .object({
    kind: z.enum(installationKinds),
    seller: z.object({ name: z.string(), address: z.string(), vatNumber: z.string() }),
    /** As variables have it; the sender is empty where none was given. */
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

/** Who sells: a receipt without a name and an address is none. */
const seller = z.object({
  name: required("Name", 100),
  /** Several lines. */
  address: z
    .string({ error: "Address is required" })
    .trim()
    .min(1, "Address is required")
    .max(807, "Keep the address shorter")
    .regex(/^[^\p{Cc};]*(\r?\n[^\p{Cc};]*)*$/u, "Leave out semicolons and control characters")
    .regex(/^.{0,100}(\r?\n.{0,100}){0,7}$/, "Use at most 8 lines of 100 characters"),
  /** Empty for none. */
  vatNumber: vatNumber.default(""),
});

const account = {
  code,
  firstName: required("First name", 100),
  lastName: required("Last name", 100),
  email: emailField,
  password: newPassword,
  /** Null for later: emails are kept in Sheaf until then. */
  mail: mailSettingsInput.nullable(),
};

/** POST /api/set-up/test-email: nothing is stored. Without `mail` it goes out as variables say. */
export const setUpMailTest = z.object({ code, to: email, mail: mailSettingsInput.nullable() });
export type SetUpMailTest = z.infer<typeof setUpMailTest>;

/** POST /api/set-up: the operator's account and everything that set-up asks. */
export const setUpInput = z.discriminatedUnion("kind", [
  z.object({
    ...account,
    kind: z.literal("practice"),
    practiceName: practiceName.min(1, "Practice name is required"),
  }),
  z.object({ ...account, kind: z.literal("service"), seller }),
]);
export type SetUpInput = z.infer<typeof setUpInput>;

/** A new own practice signs its owner in by a cookie; a service's operator goes to the portal with this token. */
export const setUpDone = z
  .object({ kind: z.enum(installationKinds), portal: adminLogin.nullable() })
  .meta({ id: "SetUpDone" });
export type SetUpDone = z.infer<typeof setUpDone>;
