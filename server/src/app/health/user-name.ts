import { readFileSync } from "node:fs";

/** Returns the name of a user, such as "sheaf", from /etc/passwd; the number when there is no such user. */
export function userName(uid: number | undefined): string {
  if (uid === undefined) return "this user";
  try {
    const line = readFileSync("/etc/passwd", "utf8").match(new RegExp(`^([^:]+):[^:]*:${uid}:`, "m"));
    return line?.[1] ?? String(uid);
  } catch {
    return String(uid);
  }
}
