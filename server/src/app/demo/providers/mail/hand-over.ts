import { readFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import type { MailMessage } from "./message.ts";

/** What came of one try: the inbox took the message, refuses it for good, or wants it later. */
export interface Tried {
  outcome: "taken" | "refused" | "later";
  /** The inbox's own, with its code. */
  words: string;
}

/**
 * Hands a message over to the inbox of its recipient.
 * @param port of the demonstration's inboxes
 * @param path of the message as it travels
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
    const { response, responseCode = 0 } = error instanceof Error ? (error as ServersAnswer) : {};
    const words = response ?? (error instanceof Error ? error.message : String(error));
    return { outcome: responseCode >= 500 ? "refused" : "later", words };
  } finally {
    server.close();
  }
}

/** What nodemailer adds to an error when a server has answered. */
type ServersAnswer = Error & { response?: string; responseCode?: number };
