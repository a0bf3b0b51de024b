import type { Readable } from "node:stream";
import { createTransport, type NodemailerError } from "nodemailer";
import type { MailConfig } from "./mail-variables.ts";
import { nodemailerMessage } from "./providers/mime.ts";
import { MailError, type MailFailure, type MailTransport, verifyWithinMs } from "./transport.ts";

/** Timeouts of the conversation with a mail server. */
export interface Timeouts {
  connectMs: number;
  /** Maximum time without a byte in either direction. */
  silenceMs: number;
  /** Maximum time for the whole conversation, even while the server keeps sending. */
  wholeMs: number;
}
const defaultTimeouts: Timeouts = { connectMs: 15_000, silenceMs: 60_000, wholeMs: 10 * 60_000 };

/**
 * Opens a transport to a mail server, with a pool of connections. The DKIM key signs every message, so that recipients
 * can verify that it comes from the domain.
 *
 * The URL is smtp://user:password@host:587 (upgraded by STARTTLS, which must succeed unless the server is this machine
 * or the URL ends in ?tls=optional) or smtps://user:password@host:465.
 */
export function openSmtp(
  { url, dkim, maxBytes }: NonNullable<MailConfig["smtp"]>,
  timeouts = defaultTimeouts,
): MailTransport {
  const pool = createTransport({
    ...serverOf(url),
    ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } } : {}),
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableUrlAccess: true,
  });
  /**
   * The content stream of each message, by the abort signal of its sending: if nothing was read from the stream,
   * nothing was sent.
   */
  const contents = new WeakMap<AbortSignal, Readable>();
  pool.use("stream", (mail, done) => {
    const { message, data } = mail;
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const content = open(options);
      if (data.signal) contents.set(data.signal, content);
      return content;
    };
    done();
  });
  return {
    name: "smtp",
    maxBytes,
    async send(message) {
      const signal = AbortSignal.timeout(timeouts.wholeMs);
      try {
        const sent = await pool.sendMail({ ...nodemailerMessage(message), signal });
        return { answer: sent.response };
      } catch (error) {
        throw failureOf(error, { to: message.to, begun: contents.get(signal)?.readableDidRead ?? false });
      }
    },
    async verify() {
      const trial = createTransport({
        ...serverOf(url),
        dnsTimeout: verifyWithinMs,
        connectionTimeout: verifyWithinMs,
        greetingTimeout: verifyWithinMs,
        socketTimeout: verifyWithinMs,
      });
      try {
        await trial.verify();
        return { isKnown: true };
      } catch (error) {
        throw failureOf(error, { to: "", begun: false });
      } finally {
        trial.close();
      }
    },
    async close() {
      pool.close();
    },
  };
}

function serverOf(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const thisMachine = host === "localhost" || host === "::1" || host.startsWith("127.");
  return {
    host,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !thisMachine && searchParams.get("tls") !== "optional",
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

/** Error codes that can only occur before a message is sent. */
const neverSent = new Set(["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EREQUIRETLS"]);

/** @param begun whether any part of the message was sent */
function failureOf(error: unknown, { to, begun }: { to: string; begun: boolean }): MailError {
  const about: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const code = [about.code, about.responseCode].filter(Boolean).join(" ");
  return new MailError(kindOf(about, begun), wordsOf(about, to), { code, cause: error });
}

function kindOf({ code, responseCode, permanent }: NodemailerError, begun: boolean): MailFailure {
  // A wrong password in the installation's settings is temporary: the email can be sent once the operator has corrected
  // it.
  if (neverSent.has(code ?? "")) return "temporary";
  if (responseCode !== undefined) return permanent ? "permanent" : "temporary";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "permanent";
  return begun ? "unknown" : "temporary";
}

/** Returns the server's response verbatim, if there is one, otherwise the error's message. */
function wordsOf({ response, message }: NodemailerError, to: string): string {
  const words = response ?? message;
  if (!response || isPlain(to.slice(0, to.lastIndexOf("@")))) return words;
  return `${words} — Of ${to}, the part before the @ has letters beyond a to z, which this mail server does not take. Ask for an address without them.`;
}

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);
