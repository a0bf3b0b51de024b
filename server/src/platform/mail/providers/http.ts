import { readFile } from "node:fs/promises";
import { parseJson } from "../../parse-json.ts";
import { MailError, type MailFailure, type MailMessage, verifyWithinMs } from "../transport.ts";

/** Time for the largest message over a slow line: giving up leaves in doubt whether it arrived. */
const timeoutMs = 3 * 60_000;

/** A certificate that is not trusted, by OpenSSL's names and Node's. */
const badCertificate = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** No version or cipher in common: of the errors on TLS those that can only come at its beginning. */
const noCommonTls =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|\w*ALERT_(PROTOCOL_VERSION|HANDSHAKE_FAILURE))$/;
/** Looking the name up, and connecting to its address. */
const firstCalls = new Set(["getaddrinfo", "connect"]);

/** Whether a `fetch` failed before a byte of the request had left. */
function wasNeverSent(cause: unknown, code: string): boolean {
  if (!(cause instanceof Error)) return false;
  // Only connecting to several addresses fails in several ways at once.
  if (cause instanceof AggregateError || code === "UND_ERR_CONNECT_TIMEOUT") return true;
  if (badCertificate.test(code) || noCommonTls.test(code)) return true;
  if ("syscall" in cause && firstCalls.has(String(cause.syscall))) return true;
  return cause.message.includes("before secure TLS connection was established");
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

/**
 * One request that hands an email over. It is never repeated here: what its outcome means is for the caller.
 * @throws MailError `temporary` when nothing was sent, `unknown` when the connection was lost or silent afterwards
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
      failure === "temporary" ? "The mail provider could not be reached" : "The mail provider did not answer";
    throw new MailError(failure, `${words} (${code})`, { code, cause: error });
  }
}

/**
 * Asks a provider something that changes nothing.
 * @throws MailError when it does not answer
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
 * What a status without a clear word of its own means. A gateway's 5xx does not say whether the request went through.
 * A refused key is the installation's fault: the email can go once the operator has put that right.
 */
export function failureOf(status: number): MailFailure {
  if (status === 401 || status === 429 || status === 503) return "temporary";
  return status >= 500 ? "unknown" : "permanent";
}

/** @param words the provider's own */
export function refused(provider: string, { status }: Answer, words: string, failure = failureOf(status)): MailError {
  const said = words.replaceAll(/\s+/g, " ").trim();
  return new MailError(failure, `${status} ${said || "without a word"}`, {
    code: `${provider} ${status}`,
    cause: undefined,
  });
}

/** JSON, or nothing: what stands in front of a provider answers in HTML. */
export function parsed(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Attachments as the JSON APIs take them, one after the other in memory. */
export async function encodedAttachments({ attachments = [] }: MailMessage) {
  return Promise.all(
    attachments.map(async ({ name, type, path }) => ({ name, type, content: await readFile(path, "base64") })),
  );
}
