import type { MailTransport as TransportName } from "@sheaf/contracts/mail-transports.ts";

/** One email, complete. Addresses are bare ("a@b.example"); a name stands beside them. */
export interface MailMessage {
  /** Whose email it is; null for what concerns signing in. */
  practiceId: string | null;
  from: { name: string; address: string };
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  /** Left out of an email that is text alone. */
  html?: string;
  /** Without its angle brackets; chosen by whoever must recognise the email again. */
  messageId?: string;
  /** Travels beside the message where a provider can carry it, and comes back with its events. */
  deliveryId?: string;
  attachments?: { name: string; type: string; sizeBytes: number; path: string }[];
}

/** A way for emails to leave this installation, or to be kept in it; one file beside this for each. */
export interface MailTransport {
  name: TransportName;
  /** The largest message it takes, as encoded for its journey: base64 adds a third to a file. */
  maxBytes: number;
  /**
   * @returns the server's own words on taking it; null when nothing was sent. And the provider's own name for the
   *   message, if any
   * @throws MailError
   */
  send(message: MailMessage): Promise<{ answer: string | null; providerMessageId?: string }>;
  /**
   * Connects and signs in, within some seconds, without sending anything. Left out where nothing is connected to.
   * @throws MailError when nothing could be sent at the moment
   */
  verify?(): Promise<Verified>;
  close(): Promise<void>;
}

/** `isKnown` false: it answers, and does not say whether the sign-in holds. */
export interface Verified {
  isKnown: boolean;
  /** What keeps emails from arriving although the sign-in holds, as a sentence. */
  caution?: string;
}

/** How long a server may take to be verified at each step, in milliseconds: somebody waits for the answer. */
export const verifyWithinMs = 2_500;

/**
 * `temporary`: not taken, a later try may work. `permanent`: not taken, and never will be. `unknown`: the connection
 * was lost while the message went over, so that trying again may send it twice.
 */
export type MailFailure = "temporary" | "permanent" | "unknown";

/** An email did not certainly leave. The message is the server's words, or what happened on the way to it. */
export class MailError extends Error {
  readonly failure: MailFailure;
  /** For the log, where the words may not go: they often name the recipient. "EAUTH 535" */
  readonly code: string;
  constructor(failure: MailFailure, words: string, options: { code: string; cause: unknown }) {
    super(words, options);
    this.failure = failure;
    this.code = options.code;
  }
}
