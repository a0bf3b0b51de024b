import { readFileSync } from "node:fs";

/** "sheaf", by /etc/passwd; the number where it names nobody. */
export function userName(uid: number | undefined): string {
  if (uid === undefined) return "this user";
  try {
    const line = readFileSync("/etc/passwd", "utf8").match(new RegExp(`^([^:]+):[^:]*:${uid}:`, "m"));
    return line?.[1] ?? String(uid);
  } catch {
    return String(uid);
  }
}
