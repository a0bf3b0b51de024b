import { isIPv6 } from "node:net";

/**
 * Returns the part of an address that its user cannot change at will, which stands for one household or office.
 * @returns an IPv4 address unchanged (also when written as IPv6); of an IPv6 address the first 64 bits, the prefix that
 *   providers assign
 */
export function addressGroup(address: string): string {
  const plain = address.split("%")[0] ?? address;
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;

  const [head = "", tail = ""] = plain.toLowerCase().split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const zeros = plain.includes("::") ? Math.max(0, 8 - first.length - last.length) : 0;
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
