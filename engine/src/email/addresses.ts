/** More recipients are counted only: a mailing list may have thousands. */
const maxShown = 100;

/** A person as the header of an email names them; either may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Returns people as shown, such as "Anna Baker <anna@bakery.example>; Post <post@practice.example>". */
export function shownMailboxes(mailboxes: Mailbox[]): string {
  const all = mailboxes.map(shownMailbox).filter((one) => one !== "");
  const shown = all.slice(0, maxShown);
  return [...shown, ...(all.length > shown.length ? [`and ${all.length - shown.length} more`] : [])].join("; ");
}

function shownMailbox({ name, address }: Mailbox): string {
  if (name === "" || name.toLowerCase() === address.toLowerCase()) return address;
  return address === "" || name.toLowerCase().endsWith(`<${address.toLowerCase()}>`) ? name : `${name} <${address}>`;
}
