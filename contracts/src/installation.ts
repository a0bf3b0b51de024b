import { z } from "zod";
import { mailTransportNames } from "./mail-transports.ts";

/** Claims on the public pages that depend on the operator; those that the software itself fulfils are on by default. */
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

/** GET /api/installation: public facts about this installation, readable without signing in. */
export const installation = z
  .object({
    kind: z.enum(installationKinds),
    companyName: z.string(),
    supportEmail: z.string(),
    supportHours: z.string(),
    salesEmail: z.string(),
    /** A labelled demonstration with invented data. */
    demo: z.boolean(),
    /** "outbox": emails are stored and not sent. */
    mailTransport: z.enum(mailTransportNames),
    /**
     * Address of the demonstration's inbox, reachable from a browser on the same machine; null in other installations.
     */
    demoInbox: z.url().nullable(),
    supportPhone: z.string().nullable(),
    /** Claims that the operator allows on the public pages. */
    claims: z.array(z.enum(claims)),
    /**
     * Data of the payment button; null when online payment is not set up. `demo`: a simulated PayPal, no money is
     * taken.
     */
    payPal: z.object({ clientId: z.string(), scriptUrl: z.url(), demo: z.boolean() }).nullable(),
  })
  .meta({ id: "Installation" });
export type Installation = z.infer<typeof installation>;
