import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { attempt } from "@sheaf/engine/attempt.ts";

const nonceBytes = 12;
const tagBytes = 16;
/** Without it, Node also accepts a tag of 4 bytes, which can be guessed. */
const options = { authTagLength: tagBytes };

/**
 * Encrypts a secret for storage in a row, as nonce, AES-256-GCM tag and ciphertext. `place` is authenticated, so the
 * result cannot be moved to another row.
 * @param key 32 bytes, the installation's
 * @param place owner and purpose of the secret; `openText` needs the same value
 */
export function sealText(key: Buffer, place: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a secret.
 * @returns undefined when it cannot be decrypted: the installation's key was lost or the row was changed
 */
export function openText(key: Buffer, place: string, sealed: Buffer): string | undefined {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  return attempt(() => {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
  });
}
