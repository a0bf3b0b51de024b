const maxLength = 300;

/**
 * Returns an error's message in a form that the operator may see: its first line, without email addresses, without
 * quoted text (which can be names given by users), and without the values of a failed query.
 */
export function withoutPersonalData(message: string): string {
  const [line = ""] = message.split(/\n|params:/);
  const bare = line
    .replace(/[^\s<>"“”;:,]+@[^\s<>"“”;:,]+/g, "…@…")
    .replace(/"[^"]*"|“[^”]*”/g, "“…”")
    .trim();
  return bare.length > maxLength ? `${bare.slice(0, maxLength - 1)}…` : bare;
}
