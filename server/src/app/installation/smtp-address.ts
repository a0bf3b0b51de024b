import type { SmtpSecurity } from "@sheaf/contracts/mail-transports.ts";

/** The parts of an SMTP_URL. */
export interface SmtpAddress {
  /** A name or an address; an IPv6 address has no brackets. */
  host: string;
  port: number;
  security: SmtpSecurity;
  username: string | null;
  password: string | null;
}

/** @param url a valid value of `SMTP_URL` */
export function parseSmtpUrl(url: string): SmtpAddress {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const isTls = protocol === "smtps:";
  const unencrypted = searchParams.get("tls") === "optional" ? "optional" : "starttls";
  return {
    host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : isTls ? 465 : 587,
    security: isTls ? "tls" : unencrypted,
    username: username ? decodeURIComponent(username) : null,
    password: password ? decodeURIComponent(password) : null,
  };
}

/** Returns the SMTP_URL with these parts. */
export function writeSmtpUrl({ host, port, security, username, password }: SmtpAddress): string {
  const account = username === null ? "" : `${encodeURIComponent(username)}:${encodeURIComponent(password ?? "")}@`;
  const server = host.includes(":") ? `[${host}]` : host;
  const protocol = security === "tls" ? "smtps" : "smtp";
  return `${protocol}://${account}${server}:${port}${security === "optional" ? "?tls=optional" : ""}`;
}

/** Returns whether a password would be sent to the same account of the same server with both addresses. */
export function isSameServer(one: SmtpAddress, other: SmtpAddress): boolean {
  const keys = ["port", "security", "username"] as const;
  return one.host.toLowerCase() === other.host.toLowerCase() && keys.every((key) => one[key] === other[key]);
}
