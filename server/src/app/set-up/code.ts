import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Crockford's base32: without I, L, O and U, so that no character can be confused with another.
 * https://www.crockford.com/base32.html
 */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const bitsPerCharacter = 5;
const codeBits = 80;

/**
 * Returns the code for set-up: 16 characters in groups of four, 80 bits. All processes with the installation's key
 * compute the same code.
 * @param key the installation's key
 * @param nonce of the row in `installation_set_up`
 */
export function setUpCode(key: Buffer, nonce: string): string {
  const digest = createHmac("sha256", key).update(`set-up:${nonce}`).digest();
  const bits = BigInt(`0x${digest.subarray(0, codeBits / 8).toString("hex")}`);
  const offsets = Array.from(
    { length: codeBits / bitsPerCharacter },
    (_, index) => codeBits - (index + 1) * bitsPerCharacter,
  );
  const characters = offsets.map((offset) => alphabet[Number((bits >> BigInt(offset)) & 31n)]).join("");
  return characters.replace(/.{4}(?=.)/g, "$&-");
}

/** Compares codes in constant time. Ignores case, spaces and hyphens, and accepts letters that look like digits. */
export function isSetUpCode(typed: string, code: string): boolean {
  const [given, right] = [Buffer.from(normalised(typed)), Buffer.from(normalised(code))];
  return given.length === right.length && timingSafeEqual(given, right);
}

const normalised = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
