/** A server's own words in a sentence of ours. */
export function quoted(words: string): string {
  return `“${words.replaceAll(/\s+/g, " ").trim().slice(0, 400)}”.`;
}
