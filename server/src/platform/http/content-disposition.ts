import { splitName } from "./file-name.ts";

/** RFC 6266: a plain name for old programs, the real one for the rest (RFC 5987). */
export function contentDisposition(kind: "attachment" | "inline", name: string): string {
  const { stem, extension } = splitName(name);
  const plain = stem
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "-")
    .trim();
  const real = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain || "download"}${extension}"; filename*=UTF-8''${real}`;
}
