import type { MailError } from "./transport.ts";

/** Returns the remedy for a mail server or provider that did not accept an email, as one sentence. */
export function mailRemedy({ code }: Pick<MailError, "code">): string {
  if (code.startsWith("EAUTH") || / 40[13]$/.test(code)) return "Correct user, password or key.";
  if (/TLS|CERT/.test(code)) return "Correct the server’s certificate, or choose another encryption and its port.";
  if (/ (4|5)\d\d$/.test(code)) return "Check the sender and the recipient: the server decides whose emails it takes.";
  return "Correct server and port, and let this machine reach it.";
}
