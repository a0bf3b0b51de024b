import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { outcomeFor } from "../mail-outcomes.ts";

/** A message that an inbox accepted. */
export interface Taken {
  recipient: string;
  /** With its angle brackets; empty when the message has none. */
  messageId: string;
  sizeBytes: number;
}

export interface Inboxes {
  port: number;
  /** The messages accepted last, oldest first. */
  taken: readonly Taken[];
  close(): Promise<void>;
}

/** Maximum size of an encoded message: SendGrid's limit plus the overhead of base64 and headers. */
const maxBytes = 45 * 1_048_576;
/** How many accepted and how many deferred messages are remembered. */
const maxRemembered = 500;

/**
 * Starts a mail server on this machine that plays every inbox the demonstration sends to. Its responses depend on the
 * recipient: see mail-outcomes.ts.
 */
export async function startInboxes(): Promise<Inboxes> {
  const taken: Taken[] = [];
  const putOff: string[] = [];
  const server = new SMTPServer({
    name: "inboxes.sheaf.example",
    banner: "The demonstration's inboxes",
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maxBytes,
    onRcptTo({ address }, _session, answer) {
      if (outcomeFor(address) !== "bounces") return answer();
      answer(refusal(550, `5.1.1 <${address}>: no such mailbox here`));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const content = Buffer.concat(chunks);
        const recipient = session.envelope.rcptTo[0]?.address ?? "";
        const messageId = messageIdOf(content);
        const name = `${recipient} ${messageId}`;
        if (stream.sizeExceeded) return answer(refusal(552, "5.3.4 The message is too big for this inbox"));
        if (outcomeFor(recipient) === "slow" && !putOff.includes(name)) {
          keep(putOff, name);
          return answer(refusal(451, "4.7.1 Not known here yet: try again in a minute"));
        }
        keep(taken, { recipient, messageId, sizeBytes: content.length });
        answer(null, `2.0.0 Taken by the inbox of ${recipient}`);
      });
    },
  });
  // A broken connection only affects its own message.
  server.on("error", () => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

function keep<Value>(list: Value[], value: Value): void {
  list.push(value);
  if (list.length > maxRemembered) list.shift();
}

function messageIdOf(content: Buffer): string {
  const headers = content.subarray(0, Math.max(0, content.indexOf("\r\n\r\n"))).toString("latin1");
  return /^message-id:\s*(<[^>]*>)/im.exec(headers)?.[1] ?? "";
}
