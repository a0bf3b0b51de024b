import { splitName } from "./file-name.ts";

/**
 * Builds a Content-Disposition header (RFC 6266): an ASCII name for old clients, the real name, encoded, for others
 * (RFC 5987).
 */
export function contentDisposition(kind: "attachment" | "inline", name: string): string {
  const { stem, extension } = splitName(name);
  const plain = stem
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "-")
    .trim();
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain || "download"}${extension}"; filename*=UTF-8''${encoded}`;
}
