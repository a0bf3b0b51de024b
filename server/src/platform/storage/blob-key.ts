/** Letters, digits, "-", "_", "." and "/" between parts; no part begins with a dot. */
const pattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Every driver takes the same keys, so that files can move from one to the other. */
export function checkedKey(key: string): string {
  if (!pattern.test(key) || key.length > 500) throw new Error("Not a key of the blob store");
  return key;
}
