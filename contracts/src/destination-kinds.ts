import { z } from "zod";

/** Where the PDFs of a job can be sent: how sentences call one hand-over and several, and who takes them. */
export const destinationKinds = {
  email: { label: "Email", several: "emails", taker: "the mail server" },
} as const;
export type DestinationKind = keyof typeof destinationKinds;
export const destinationKind = z.enum(Object.keys(destinationKinds) as [DestinationKind]);
