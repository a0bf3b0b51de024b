import { once } from "node:events";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** What was taken, oldest first. */
  received: Email[];
  /** The next email that is taken, or has been since the last call. */
  next(): Promise<Email>;
  close(): Promise<void>;
}

/** A real SMTP server on this machine that keeps what it is sent. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Email[] = [];
  const arrivals = new EventTarget();
  let handedOut = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData(stream, _session, taken) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
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
    async next() {
      while (received.length <= handedOut) await once(arrivals, "mail");
      const mail = received[handedOut];
      if (!mail) throw new Error("No mail");
      handedOut += 1;
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
