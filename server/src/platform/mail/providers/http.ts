import { readFile } from "node:fs/promises";
import { parseJson } from "../../parse-json.ts";
import { MailError, type MailFailure, type MailMessage, verifyWithinMs } from "../transport.ts";

/**
 * Long enough for the largest message over a slow line, because after a timeout it is unknown whether the email was
 * accepted.
 */
const timeoutMs = 3 * 60_000;

/** Error codes of OpenSSL and Node for an untrusted certificate. */
const badCertificate = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** No common TLS version or cipher: the TLS errors that can only occur during the handshake. */
const noCommonTls =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|\w*ALERT_(PROTOCOL_VERSION|HANDSHAKE_FAILURE))$/;
/** System calls that precede the request: name lookup and connect. */
const connectSyscalls = new Set(["getaddrinfo", "connect"]);

/** Returns whether a `fetch` failed before any byte of the request was sent. */
function wasNeverSent(cause: unknown, code: string): boolean {
  if (!(cause instanceof Error)) return false;
  // Only an attempt to connect to several addresses throws an AggregateError.
  if (cause instanceof AggregateError || code === "UND_ERR_CONNECT_TIMEOUT") return true;
  if (badCertificate.test(code) || noCommonTls.test(code)) return true;
  if ("syscall" in cause && connectSyscalls.has(String(cause.syscall))) return true;
  return cause.message.includes("before secure TLS connection was established");
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

/**
 * Sends one request that submits an email. It is never repeated here; the caller interprets the response.
 * @throws MailError `temporary` when nothing was sent, `unknown` when the connection was lost or timed out afterwards
 */
export async function handOver(
  url: string,
  request: { headers: Record<string, string>; body: string | FormData },
): Promise<Answer> {
  try {
    const options = { method: "POST", redirect: "error", signal: AbortSignal.timeout(timeoutMs) } as const;
    const response = await fetch(url, { ...options, ...request });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    const code = causeOf(error);
    const cause = error instanceof Error ? error.cause : undefined;
    const failure = wasNeverSent(cause, code) ? "temporary" : "unknown";
    const words =
      failure === "temporary" ? "The mail provider could not be reached" : "The mail provider did not respond";
    throw new MailError(failure, `${words} (${code})`, { code, cause: error });
  }
}

/**
 * Sends a request to a provider that changes nothing.
 * @throws MailError when it does not respond
 */
export async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(verifyWithinMs) });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    const code = causeOf(error);
    throw new MailError("temporary", `The mail provider could not be reached (${code})`, { code, cause: error });
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code || error.name;
}

/**
 * Returns the kind of failure for an HTTP status without a more specific error code. A gateway's 5xx does not tell
 * whether the request was processed. A refused key is a fault of the installation's settings: the email can be sent
 * once the operator has corrected it.
 */
export function failureOf(status: number): MailFailure {
  if (status === 401 || status === 429 || status === 503) return "temporary";
  return status >= 500 ? "unknown" : "permanent";
}

/** @param words the provider's message */
export function refused(provider: string, { status }: Answer, words: string, failure = failureOf(status)): MailError {
  const reason = words.replaceAll(/\s+/g, " ").trim();
  return new MailError(failure, `${status} ${reason || "without a word"}`, {
    code: `${provider} ${status}`,
    cause: undefined,
  });
}

/** Parses a JSON object; returns an empty one for other content, because a provider's gateway can respond with HTML. */
export function parsed(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the attachments in base64, as the JSON APIs need them, all in memory. */
export async function encodedAttachments({ attachments = [] }: MailMessage) {
  return Promise.all(
    attachments.map(async ({ name, type, path }) => ({ name, type, content: await readFile(path, "base64") })),
  );
}
