import { readFile } from "node:fs/promises";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import { createTransport } from "nodemailer";
import type { MailMessage } from "./message.ts";

/** Result of one try: the inbox accepted the message, refused it for good, or deferred it. */
export interface Tried {
  outcome: "taken" | "refused" | "later";
  /** The response of the inbox, with its code. */
  words: string;
}

/**
 * Sends a message to the inbox of its recipient by SMTP.
 * @param port port of the demonstration's inboxes
 * @param path file with the raw message
 */
export async function handOver(port: number, path: string, message: MailMessage): Promise<Tried> {
  const server = createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true, disableUrlAccess: true });
  try {
    const sent = await server.sendMail({
      envelope: { from: message.from.address, to: [message.to] },
      raw: await readFile(path),
    });
    return { outcome: "taken", words: sent.response };
  } catch (error) {
    const { response, responseCode = 0 } = error instanceof Error ? (error as SmtpError) : {};
    const words = response ?? messageOf(error);
    return { outcome: responseCode >= 500 ? "refused" : "later", words };
  } finally {
    server.close();
  }
}

/** Properties that nodemailer adds to an error when the server responded. */
type SmtpError = Error & { response?: string; responseCode?: number };
