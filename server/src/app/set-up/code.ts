import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Crockford's base32: no I, L, O and U, so that nothing is read as something else.
 * https://www.crockford.com/base32.html
 */
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const bitsPerSign = 5;
const codeBits = 80;

/**
 * The code that opens set-up: 16 signs in groups of four, 80 bits. Every process that has the installation's key makes
 * the same.
 * @param key the installation's
 * @param nonce of the row in `installation_set_up`
 */
export function setUpCode(key: Buffer, nonce: string): string {
  const digest = createHmac("sha256", key).update(`set-up:${nonce}`).digest();
  const bits = BigInt(`0x${digest.subarray(0, codeBits / 8).toString("hex")}`);
  const places = Array.from({ length: codeBits / bitsPerSign }, (_, index) => codeBits - (index + 1) * bitsPerSign);
  const letters = places.map((place) => signs[Number((bits >> BigInt(place)) & 31n)]).join("");
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/** Compares in a time that tells nothing. Case, blanks, hyphens and the letters that look like digits do not count. */
export function isSetUpCode(typed: string, code: string): boolean {
  const [given, right] = [Buffer.from(readCode(typed)), Buffer.from(readCode(code))];
  return given.length === right.length && timingSafeEqual(given, right);
}

const readCode = (text: string) => text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
