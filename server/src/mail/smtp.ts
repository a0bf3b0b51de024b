import { createTransport, type NodemailerError } from "nodemailer";
import { MailError, type MailFailure, type MailTransport } from "./transport.ts";

/** Gmail, Microsoft 365 and most others take this much, whatever their own server says. */
const maxBytes = 25 * 1_048_576;
const connectMs = 15_000;
const silenceMs = 60_000;

/** Signs every message, so that inboxes know it is from this domain. */
export interface DkimConfig {
  domain: string;
  selector: string;
  /** PEM. */
  privateKey: string;
}

/**
 * A mail server, over connections that stay open for a while.
 * @param url smtp://user:password@host:587 (upgraded by STARTTLS, which must succeed unless the server is this machine or
 *   the URL ends in ?tls=optional) or smtps://user:password@host:465
 */
export function openSmtp(url: string, dkim?: DkimConfig): MailTransport {
  const pool = createTransport({
    ...serverOf(url),
    ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } } : {}),
    pool: true,
    maxConnections: 3,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableUrlAccess: true,
  });
  return {
    name: "smtp",
    maxBytes,
    async send({ from, to, replyTo, subject, text, html, messageId, attachments = [] }) {
      try {
        const sent = await pool.sendMail({
          ...{ from, to: { name: "", address: to }, subject, text },
          ...(html ? { html } : {}),
          ...(replyTo ? { replyTo } : {}),
          ...(messageId ? { messageId: `<${messageId}>` } : {}),
          attachments: attachments.map(({ name, type, path }) => ({ filename: name, contentType: type, path })),
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { answer: sent.response };
      } catch (error) {
        throw failureOf(error);
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

/** Codes that only arise before a message is handed over. */
const neverSent = new Set(["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EREQUIRETLS"]);

function failureOf(error: unknown): MailError {
  const about: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const code = [about.code, about.responseCode].filter(Boolean).join(" ");
  return new MailError(kindOf(about), wordsOf(about), { code, cause: error });
}

function kindOf({ code, responseCode, syscall, timeoutType, permanent }: NodemailerError): MailFailure {
  const beforeSending = neverSent.has(code ?? "") || syscall === "connect";
  const whileConnecting = timeoutType !== undefined && timeoutType !== "SOCKET_TIMEOUT";
  // A wrong password of the installation is not the message's fault: it can go once the operator has put that right.
  if (beforeSending || whileConnecting) return "temporary";
  if (responseCode !== undefined) return permanent ? "permanent" : "temporary";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "permanent";
  return "unknown";
}

/** The server's own words to the letter, where it said any. */
function wordsOf({ response, message }: NodemailerError): string {
  return response ?? message;
}
