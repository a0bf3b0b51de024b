import { SMTPServer } from "smtp-server";

/** The stages of handing one email over, as the mail server sees them. */
export const stages = ["greeting", "sender", "recipient", "data", "last-byte", "answered"] as const;
export type Stage = (typeof stages)[number];

export interface WatchedMailServer {
  url: string;
  /** How often each email was accepted, by the id in its Message-ID. */
  taken: Map<string, number>;
  close(): Promise<void>;
}

/** Starts a mail server that reports the stages of each conversation and counts the emails that it has accepted. */
export async function startWatchedMailServer(reached: (stage: Stage) => void): Promise<WatchedMailServer> {
  const taken = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      reached("greeting");
      done();
    },
    onMailFrom: (_address, _session, done) => {
      reached("sender");
      done();
    },
    onRcptTo: (_address, _session, done) => {
      reached("recipient");
      done();
    },
    onData: (stream, _session, done) => {
      reached("data");
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
      });
      stream.on("end", () => {
        const id = /^Message-ID: <([^@]+)@/im.exec(text)?.[1] ?? "without a name";
        // A real server stores the message before it replies: from here on it counts as accepted.
        taken.set(id, (taken.get(id) ?? 0) + 1);
        reached("last-byte");
        done(null, "taken");
        setImmediate(() => reached("answered"));
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
