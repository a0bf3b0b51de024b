import { usernameLength } from "@sheaf/contracts/limits.ts";

/**
 * Derives a username from an email address: the part before the @, without characters that usernames may not contain.
 */
export function usernameFrom(email: string): string {
  const local = email.slice(0, email.lastIndexOf("@")).normalize("NFKD");
  const name = local.replace(/[^A-Za-z0-9._-]+/g, "").slice(0, usernameLength.max);
  return name.length < usernameLength.min ? "owner" : name;
}
