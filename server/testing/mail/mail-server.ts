import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** The accepted emails, oldest first. */
  received: Email[];
  /** The same emails as transmitted, with the recipients of their envelopes. */
  raw: { content: Buffer; recipients: string[] }[];
  /** Waits for the next email with this subject to this address that no earlier call has returned. */
  to(address: string, subject: string): Promise<Email>;
  close(): Promise<void>;
}

/** Returns the first link in an email's text. */
export function linkIn(mail: Email): URL {
  const link = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return new URL(link);
}

/** Starts a real SMTP server on this machine that keeps the emails it receives. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Email[] = [];
  const raw: MailServer["raw"] = [];
  const arrivals = new EventTarget();
  const seen = new Set<Email>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData(stream, session, taken) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const content = Buffer.concat(chunks);
        raw.push({ content, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        received.push(await PostalMime.parse(content));
        taken(null, "taken as test-1");
        arrivals.dispatchEvent(new Event("mail"));
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    raw,
    async to(address, subject) {
      const wanted = (mail: Email) =>
        !seen.has(mail) && mail.subject === subject && mail.to?.some((to) => to.address === address);
      for (;;) {
        const mail = received.find(wanted);
        if (mail) {
          seen.add(mail);
          return mail;
        }
        await once(arrivals, "mail");
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface UnfinishedServer {
  url: string;
  /** Number of messages that were received up to the final dot. */
  taken(): number;
  close(): Promise<void>;
}

/**
 * Starts a mail server that stops replying at some stage of the conversation.
 * @param stage the first stage to which it does not reply
 * @param end "endless": it sends reply lines without end and never completes the reply
 */
export async function startUnfinishedServer(
  stage: "connection" | "recipient" | "message",
  end: "silent" | "endless" | "hang up",
): Promise<UnfinishedServer> {
  let taken = 0;
  const finish = (socket: Socket) => {
    if (end === "hang up") socket.destroy();
    if (end !== "endless") return;
    const talk = setInterval(() => socket.write("250-still at it\r\n"), 20);
    socket.on("close", () => clearInterval(talk));
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (stage === "connection") return finish(socket);
    let inMessage = false;
    socket.write("220 here\r\n");
    socket.on("data", (chunk) => {
      const said = chunk.toString();
      if (inMessage) {
        if (!said.includes("\r\n.\r\n")) return;
        taken++;
        return finish(socket);
      }
      if (said.startsWith("RCPT") && stage === "recipient") return finish(socket);
      inMessage = said.startsWith("DATA");
      socket.write(inMessage ? "354 go on\r\n" : "250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    taken: () => taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Starts a mail server that receives a message up to the final dot, then closes the connection instead of replying. */
export const startBreakingServer = () => startUnfinishedServer("message", "hang up");
