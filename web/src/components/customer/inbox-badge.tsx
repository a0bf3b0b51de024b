import { destinationOf } from "@sheaf/contracts/destinations.ts";

/** Names the accounting software behind an address that is a known inbox. */
export function InboxBadge({ address }: { address: string | null }) {
  const inbox = destinationOf(address);
  return inbox ? <span className="badge badge--line">{inbox.name}</span> : null;
}
