/** A kind of destination to which the PDFs of a job can be sent. */
export type DestinationKind = "email";

/** Words for deliveries of this kind, and its other properties. */
interface DestinationWords {
  /** "Email": at the beginning of a sentence. */
  label: string;
  /** "1 email", "3 emails" */
  one: string;
  several: string;
  /** Heading of a list of deliveries. */
  heading: string;
  /** Label of the switch that selects it for an upload. */
  choice: string;
  /** Label of the job's delivery step. */
  step: string;
  /** `taker` accepts or refuses the delivery; `service` transports it. */
  taker: string;
  /** Used when nothing accepted the delivery. */
  noTaker: string;
  service: string;
  /** Recipients are addresses that a user can correct. */
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
