/** An email that came in, as far as we look at it: its text, never its HTML, and the names of what was attached. */
export interface InboundEmail {
  /** The sender's or the provider's own name for it: what comes twice counts once. */
  name: string;
  /** Every address it was sent to. */
  recipients: string[];
  from: { name: string; address: string };
  subject: string;
  /** Empty when it came as HTML only. */
  text: string;
  /** The text without what it quotes, where the provider can tell that; else the same. */
  gist: string;
  attachments: string[];
}

/** "Bob Lee <bob@example.com>" or the address alone. */
export function mailboxOf(header: string): { name: string; address: string } {
  const { name = "", address = "" } = /^(?<name>[^<]*)<(?<address>[^<>\s]+)>\s*$/.exec(header)?.groups ?? {};
  if (!address) return { name: "", address: header.trim() };
  return { name: name.trim().replaceAll(/^"|"$/g, ""), address };
}
