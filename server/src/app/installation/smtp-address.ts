import type { SmtpSecurity } from "@sheaf/contracts/mail-transports.ts";

/** What an SMTP_URL says, part by part. */
export interface SmtpAddress {
  /** A name or an address; of IPv6 without brackets. */
  host: string;
  port: number;
  security: SmtpSecurity;
  username: string | null;
  password: string | null;
}

/** @param url that `SMTP_URL` accepts */
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

/** The SMTP_URL that says so. */
export function writeSmtpUrl({ host, port, security, username, password }: SmtpAddress): string {
  const account = username === null ? "" : `${encodeURIComponent(username)}:${encodeURIComponent(password ?? "")}@`;
  const server = host.includes(":") ? `[${host}]` : host;
  const protocol = security === "tls" ? "smtps" : "smtp";
  return `${protocol}://${account}${server}:${port}${security === "optional" ? "?tls=optional" : ""}`;
}

/** Whether a password for one would be sent to the same account by the same way with the other. */
export function isSameServer(one: SmtpAddress, other: SmtpAddress): boolean {
  const keys = ["port", "security", "username"] as const;
  return one.host.toLowerCase() === other.host.toLowerCase() && keys.every((key) => one[key] === other[key]);
}
