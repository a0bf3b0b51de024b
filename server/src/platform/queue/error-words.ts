const longest = 300;

/**
 * An error's message as it may be shown to whoever runs the installation: its first line, without addresses, without
 * what stands between quotes (names that people gave), and without the values of a failed query.
 */
export function withoutPersonalData(message: string): string {
  const [line = ""] = message.split(/\n|params:/);
  const bare = line
    .replace(/[^\s<>"“”;:,]+@[^\s<>"“”;:,]+/g, "…@…")
    .replace(/"[^"]*"|“[^”]*”/g, "“…”")
    .trim();
  return bare.length > longest ? `${bare.slice(0, longest - 1)}…` : bare;
}
