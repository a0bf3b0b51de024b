import { createHash, type KeyObject, verify } from "node:crypto";

/**
 * Checks a message's DKIM signature as an inbox does, with relaxed canonicalisation of headers and body (RFC 6376,
 * 3.4).
 * @param publicKey as published in the DNS at the selector
 */
export function checkDkim(content: Buffer, publicKey: KeyObject): { body: boolean; headers: boolean; tags: Tags } {
  const text = content.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const headers = text.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((header) => /^dkim-signature:/i.test(header));
  if (!signature) throw new Error("The message is not signed");
  const tags = tagsOf(signature);

  const bodyHash = createHash("sha256")
    .update(relaxedBody(text.slice(end + 4)), "latin1")
    .digest("base64");
  const signed = (tags.h ?? "").split(":").flatMap((name) => lastOf(headers, name.trim()) ?? []);
  const withoutValue = signature.replace(/(;\s*b=)[^;]*/, "$1");
  const data = [...signed.map((header) => `${relaxed(header)}\r\n`), relaxed(withoutValue)].join("");
  return {
    body: tags.bh === bodyHash,
    headers: verify("sha256", Buffer.from(data, "latin1"), publicKey, Buffer.from(tags.b ?? "", "base64")),
    tags,
  };
}

type Tags = Record<string, string>;

function tagsOf(header: string): Tags {
  const parts = header
    .slice(header.indexOf(":") + 1)
    .split(";")
    .map((part) => part.replaceAll(/\s+/g, ""));
  return Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));
}

const lastOf = (headers: string[], name: string) =>
  headers.findLast((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`));

function relaxed(header: string): string {
  const colon = header.indexOf(":");
  const value = header.slice(colon + 1).replaceAll(/\r\n/g, "");
  return `${header.slice(0, colon).trim().toLowerCase()}:${value.replaceAll(/[ \t]+/g, " ").trim()}`;
}

function relaxedBody(body: string): string {
  const lines = body.split("\r\n").map((line) => line.replaceAll(/[ \t]+/g, " ").replace(/ $/, ""));
  return `${lines.join("\r\n").replace(/(\r\n)+$/, "")}\r\n`;
}
