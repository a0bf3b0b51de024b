import { z } from "zod";
import { mailTransportNames } from "./mail-transports.ts";

/**
 * Promises that depend on who runs the installation; those that the software keeps by itself are on unless taken away.
 */
export const claims = [
  "bank-level-security",
  "uptime",
  "gdpr",
  "soc2",
  "money-back",
  "fast-processing",
  "quick-set-up",
] as const;
export type Claim = (typeof claims)[number];
export const defaultClaims: readonly Claim[] = ["gdpr", "money-back", "fast-processing"];

/**
 * "practice": for one practice of the operator's own, without plans and payments. "service": practices sign up and pay.
 */
export const installationKinds = ["practice", "service"] as const;
export type InstallationKind = (typeof installationKinds)[number];

/** GET /api/installation: what anyone may know of this installation before signing in. */
export const installation = z
  .object({
    kind: z.enum(installationKinds),
    companyName: z.string(),
    supportEmail: z.string(),
    supportHours: z.string(),
    salesEmail: z.string(),
    /** A labelled demonstration with invented data. */
    demo: z.boolean(),
    /** "outbox": nothing leaves this installation, emails are only kept. */
    mailTransport: z.enum(mailTransportNames),
    /** Where the emails of a demonstration are read, by a browser on its own machine; null elsewhere. */
    demoInbox: z.url().nullable(),
    supportPhone: z.string().nullable(),
    /** What the operator lets the public pages promise. */
    claims: z.array(z.enum(claims)),
    /**
     * For the payment button; null when online payment is not set up. `demo`: an invented PayPal, no money is taken.
     */
    payPal: z.object({ clientId: z.string(), scriptUrl: z.url(), demo: z.boolean() }).nullable(),
  })
  .meta({ id: "Installation" });
export type Installation = z.infer<typeof installation>;
