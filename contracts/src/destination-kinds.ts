/** A kind of place where the PDFs of a job can be sent. */
export type DestinationKind = "email";

/** How texts name what goes there, and what else is particular to the kind. */
interface DestinationWords {
  /** "Email": at the beginning of a sentence. */
  label: string;
  /** "1 email", "3 emails" */
  one: string;
  several: string;
  /** Heading above several. */
  heading: string;
  /** The switch that chooses it for an upload. */
  choice: string;
  /** The step of a job that hands its deliveries over. */
  step: string;
  /** The other side that accepts or refuses it, and what carries it there. */
  taker: string;
  /** The same where none did. */
  noTaker: string;
  service: string;
  /** Recipients are addresses that a person can correct. */
  toAddress: boolean;
}

export const destinationKinds: Record<DestinationKind, DestinationWords> = {
  email: {
    label: "Email",
    one: "email",
    several: "emails",
    heading: "Emails",
    choice: "Send by email",
    step: "Emailed",
    taker: "the mail server",
    noTaker: "no mail server",
    service: "the mail service",
    toAddress: true,
  },
};
export const destinationKindNames = Object.keys(destinationKinds) as [DestinationKind];
