import { destinationOf } from "@sheaf/contracts/destinations.ts";

/** The accounting software behind an address, where it is one that is known. */
export function InboxBadge({ address }: { address: string | null }) {
  const inbox = destinationOf(address);
  return inbox ? <span className="badge badge--line">{inbox.name}</span> : null;
}
