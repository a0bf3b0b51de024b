/** One email of a job, from the moment its PDFs exist. */
export const deliveryStates = [
  /** May still be undone; goes out at `sendAfter`. */
  "held",
  /** To be handed over: now, or after a temporary failure at `nextTryAt`. */
  "waiting",
  /** Being handed over at this moment. */
  "sending",
  /** Stored in the outbox of this installation; nothing was sent. */
  "kept",
  /** Accepted by the mail server or provider. */
  "sent",
  "delivered",
  /** The process died between handing over and writing it down: it may have gone out. Never sent again by itself. */
  "unconfirmed",
  /**
   * Not sent: refused for good, tried for a day, or its sender has to confirm their own address first (`awaitsSender`).
   */
  "failed",
  /** Accepted at first, refused by the inbox later. */
  "bounced",
  /** Its reader reported it as unwanted. */
  "complained",
  /** A person took it back or stopped it before a mail server took it. */
  "undone",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What is still under way, and what needs a person. */
export const deliveriesUnderWay = ["held", "waiting", "sending"] as const satisfies readonly DeliveryState[];
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
