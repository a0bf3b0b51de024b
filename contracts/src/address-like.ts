/**
 * Matches domain names with well-known endings. A country ending needs two characters before its dot, so that an
 * initial is not taken for a domain: "J.Me & Sons". Begins where a word begins: trying each of its letters takes
 * seconds for a text of 100,000.
 */
const domain = new RegExp(
  "(?<![\\p{L}\\p{N}-])(?:[\\p{L}\\p{N}-]+\\.(?:com|net|org|info|biz|gov|edu|bank|online|site|app)|" +
    "[\\p{L}\\p{N}-]{2,}\\.(?:uk|ie|eu|us|ca|au|nz|de|fr|nl|be|ch|at|es|it|pt|se|no|dk|fi|pl|cz|ru|cn|jp|in|br|za|io|co|me|tv|cc|ai|to|ly|gg|je|im|sh))" +
    "(?![\\p{L}\\p{N}-])(?:\\.[\\p{L}\\p{N}-]+)*",
  "giu",
);

/**
 * Removes everything from a name that could be read as an email or web address: "@" becomes " at ", and the dots of a
 * domain become blanks.
 * @returns the name unchanged when it contains no address
 */
export function withoutAddresses(name: string): string {
  // Full-width and small forms of "@" and "." look the same to a reader.
  const plain = name.normalize("NFKC").replaceAll("\u3002", ".");
  const replaced = plain
    .replaceAll(/\s*@\s*/g, " at ")
    .replaceAll("://", " ")
    .replaceAll(/\bwww\./gi, "www ")
    .replaceAll(domain, (found) => found.replaceAll(".", " "));
  return replaced === plain ? name : replaced.trim();
}

/** Returns whether a name contains an "@", or text that could be read as an email or web address. */
export const isAddressLike = (name: string): boolean => withoutAddresses(name) !== name;
