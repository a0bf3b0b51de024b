import { usernameLength } from "@sheaf/contracts/limits.ts";

/**
 * A username for somebody who was asked for none: what stands before the @ of their address, as far as a username may
 * have it.
 */
export function usernameFrom(email: string): string {
  const local = email.slice(0, email.lastIndexOf("@")).normalize("NFKD");
  const name = local.replace(/[^A-Za-z0-9._-]+/g, "").slice(0, usernameLength.max);
  return name.length < usernameLength.min ? "owner" : name;
}
