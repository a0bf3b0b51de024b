const linkSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);
const longestAddress = 2_000;

/**
 * Returns a link's target when it is an address of the web, of email or of a telephone; undefined for other targets,
 * such as files and scripts.
 * @param base address of the page, for relative targets
 */
export function safeLink(href: string | undefined, base: string | undefined): string | undefined {
  const text = href?.trim() ?? "";
  if (text === "" || text.startsWith("#") || text.length > longestAddress) return undefined;
  const address = URL.parse(text, base);
  return address && linkSchemes.has(address.protocol) ? address.href : undefined;
}
