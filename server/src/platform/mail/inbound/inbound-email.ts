/** The parts of an incoming email that Sheaf uses: its text, never its HTML, and the names of its attachments. */
export interface InboundEmail {
  /** The sender's or the provider's message id; an email that is delivered twice counts once. */
  name: string;
  /** All recipient addresses. */
  recipients: string[];
  from: { name: string; address: string };
  subject: string;
  /** Empty for an email with only HTML. */
  text: string;
  /** The text without quoted text, when the provider detects it; otherwise the whole text. */
  unquotedText: string;
  attachments: string[];
}

/** Parses "Bob Lee <bob@example.com>" or an address alone. */
export function mailboxOf(header: string): { name: string; address: string } {
  const { name = "", address = "" } = /^(?<name>[^<]*)<(?<address>[^<>\s]+)>\s*$/.exec(header)?.groups ?? {};
  if (!address) return { name: "", address: header.trim() };
  return { name: name.trim().replaceAll(/^"|"$/g, ""), address };
}
