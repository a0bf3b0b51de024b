import { z } from "zod";

/** GET /api/installation: what anyone may know of this installation before signing in. */
export const installation = z
  .object({
    companyName: z.string(),
    supportEmail: z.string(),
    supportHours: z.string(),
    salesEmail: z.string(),
    /** A labelled demonstration with invented data. */
    demo: z.boolean(),
    /** "outbox": nothing leaves this installation, emails are only kept. */
    mailTransport: z.enum(["outbox"]),
  })
  .meta({ id: "Installation" });
export type Installation = z.infer<typeof installation>;
