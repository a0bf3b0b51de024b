import type { MailTransport as TransportName } from "@sheaf/contracts/mail-transports.ts";

/** One complete email. Addresses are bare ("a@b.example"); names are separate. */
export interface MailMessage {
  /** The practice that the email belongs to; null for emails about signing in. */
  practiceId: string | null;
  from: { name: string; address: string };
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  /** Left out of a text-only email. */
  html?: string;
  /** Without its angle brackets; set by the caller when it must recognise the email later. */
  messageId?: string;
  /** Sent as metadata to providers that support it, which include it in their events. */
  deliveryId?: string;
  attachments?: { name: string; type: string; sizeBytes: number; path: string }[];
}

/** Sends emails, or stores them in the outbox; each transport has its own file in this folder. */
export interface MailTransport {
  name: TransportName;
  /** The largest message that it accepts, after encoding: base64 adds a third to a file. */
  maxBytes: number;
  /**
   * @returns the server's response when it accepted the email, null when nothing was sent; and the provider's id of the
   *   message, if any
   * @throws MailError
   */
  send(message: MailMessage): Promise<{ answer: string | null; providerMessageId?: string }>;
  /**
   * Connects and authenticates, within some seconds, without sending anything. Left out when there is no server.
   * @throws MailError when emails cannot be sent at the moment
   */
  verify?(): Promise<Verified>;
  close(): Promise<void>;
}

/** `isKnown` is false when the server responds but the response does not tell whether the credentials are valid. */
export interface Verified {
  isKnown: boolean;
  /** One sentence about a problem that prevents delivery although the credentials are valid. */
  caution?: string;
}

/** Timeout of each step of a verification, in milliseconds; short, because a user waits for the result. */
export const verifyWithinMs = 2_500;

/**
 * `temporary`: not accepted, a later attempt may succeed. `permanent`: not accepted, and never will be. `unknown`: the
 * connection was lost while the message was being sent, so that another attempt could send it twice.
 */
export type MailFailure = "temporary" | "permanent" | "unknown";

/**
 * The email was not sent, or it is unknown whether it was. The message is the server's response, or a description of
 * the failure.
 */
export class MailError extends Error {
  readonly failure: MailFailure;
  /** For the log, which must not contain the message, because that often names the recipient. Example: "EAUTH 535" */
  readonly code: string;
  constructor(failure: MailFailure, words: string, options: { code: string; cause: unknown }) {
    super(words, options);
    this.failure = failure;
    this.code = options.code;
  }
}
