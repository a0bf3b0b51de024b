import type { Config } from "../../platform/config/config.ts";

/** Shorter values also occur in ordinary words and are left in. */
const minSecretLength = 4;
const replacement = "…";
/** Returns whether a field or variable of this name contains a secret. */
const isSecret = (name: string) => /(key|secret|token|password|auth)$|KEY_ID$/i.test(name);

/**
 * Returns a function that removes all secrets of the configuration from a text: servers sometimes repeat what was sent
 * to them.
 * @param more secrets that are not in the configuration
 */
export function secretsRemover(config: Config, more: string[] = []): (text: string) => string {
  const secrets = [...secretsIn(config), ...more].flatMap((one) => [one, Buffer.from(one).toString("base64")]);
  // The longest first, so that no part of a longer secret is left.
  const all = [...new Set(secrets)]
    .filter(({ length }) => length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  return (text) => all.reduce((shorter, secret) => shorter.replaceAll(secret, replacement), text);
}

/**
 * Finds the secrets in an object and its nested objects: variables of the environment, and settings made in the
 * browser.
 */
function secretsIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, held]) => {
    if (typeof held === "object" && held !== null) return secretsIn(held);
    return typeof held === "string" ? partsOf(name, held) : [];
  });
}

/**
 * Returns the secrets in one value: the password of a URL, encoded and decoded; for "user:password" also the password
 * alone.
 */
function partsOf(name: string, value: string): string[] {
  if (value.includes("://") && URL.canParse(value)) {
    const { password } = new URL(value);
    return password === "" ? [] : [value, password, decodeURIComponent(password)];
  }
  return isSecret(name) || name === "keyHex" ? [value, ...value.split(":").slice(1)] : [];
}
