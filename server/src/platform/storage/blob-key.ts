/** Letters, digits, "-", "_", ".", with "/" between segments; no segment begins with a dot. */
const pattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Validates a key. All drivers accept the same keys, so that files can be moved from one to another. */
export function checkedKey(key: string): string {
  if (!pattern.test(key) || key.length > 500) throw new Error("Not a key of the blob store");
  return key;
}
