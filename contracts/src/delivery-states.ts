/** States of a delivery, from the moment its PDFs exist. */
export const deliveryStates = [
  /** Can still be cancelled; sent at `sendAfter`. */
  "held",
  /** Due for sending: now, or after a temporary failure at `nextTryAt`. */
  "waiting",
  /** Sending is in progress. */
  "sending",
  /** Stored in the outbox of this installation; nothing was sent. */
  "kept",
  /** Accepted by the mail server or provider. */
  "sent",
  "delivered",
  /**
   * The process ended between handing the email over and recording it: it may have been sent. Never sent again
   * automatically.
   */
  "unconfirmed",
  /**
   * Not sent: permanently refused, all attempts of one day failed, or the sender must first confirm their own address
   * (`awaitsSender`).
   */
  "failed",
  /** Accepted by the mail server, later refused by the inbox. */
  "bounced",
  /** The recipient reported it as spam. */
  "complained",
  /** A user cancelled it before a mail server accepted it. */
  "undone",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Deliveries that are not finished yet. */
export const deliveriesUnderWay = ["held", "waiting", "sending"] as const satisfies readonly DeliveryState[];
/** Deliveries that need a user's action. */
export const deliveriesInTrouble = [
  "unconfirmed",
  "failed",
  "bounced",
  "complained",
] as const satisfies readonly DeliveryState[];
/** Counted as documents sent. */
export const deliveriesAccepted = [
  "sent",
  "delivered",
  "bounced",
  "complained",
] as const satisfies readonly DeliveryState[];
