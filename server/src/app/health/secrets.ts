import type { Config } from "../../platform/config/config.ts";

/** What is shorter stands in ordinary words as well. */
const shortest = 4;
const shown = "…";
/** Fields and variables that hold one. */
const isSecret = (name: string) => /(key|secret|token|password|auth)$|KEY_ID$/i.test(name);

/**
 * Takes every secret of the configuration out of a text: servers sometimes repeat what they were told.
 * @param more secrets that stand elsewhere
 */
export function secretsRemover(config: Config, more: string[] = []): (text: string) => string {
  const secrets = [...secretsIn(config), ...more].flatMap((one) => [one, Buffer.from(one).toString("base64")]);
  // The longest first, so that no part of one is left.
  const all = [...new Set(secrets)].filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
  return (text) => all.reduce((shorter, secret) => shorter.replaceAll(secret, shown), text);
}

/** In all that an object holds: variables as they were given, and what was set in the browser. */
function secretsIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, held]) => {
    if (typeof held === "object" && held !== null) return secretsIn(held);
    return typeof held === "string" ? partsOf(name, held) : [];
  });
}

/** Of an address its password, as it was written and decoded; of "user:password" the password, too. */
function partsOf(name: string, value: string): string[] {
  if (value.includes("://") && URL.canParse(value)) {
    const { password } = new URL(value);
    return password === "" ? [] : [value, password, decodeURIComponent(password)];
  }
  return isSecret(name) || name === "keyHex" ? [value, ...value.split(":").slice(1)] : [];
}
