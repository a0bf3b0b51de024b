import { isUtf8 } from "node:buffer";
import { decodeWords } from "postal-mime";
import { decodeText } from "../text/encoding.ts";
import { decodeLabelled } from "./charset.ts";
import { fieldStart } from "./eml-start.ts";

/** A field of a header: the name in lower case, the value unfolded but otherwise as written. */
export interface Field {
  name: string;
  value: string;
}

/** A value with parameters, such as `text/plain; charset=utf-8`. */
export interface Structured {
  /** In lower case. */
  value: string;
  /** By name in lower case, decoded (RFC 2047, RFC 2231). */
  params: Map<string, string>;
}

/** Reads the fields of a header. Fields with characters beyond ASCII are UTF-8 or a guessed encoding. */
export function parseFields(header: Buffer): Field[] {
  const text = isUtf8(header) ? header.toString("utf8") : decodeText(header).text;
  const fields: { name: string; values: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) fields.at(-1)?.values.push(line);
    else if (fieldStart.test(line)) {
      const colon = line.indexOf(":");
      fields.push({ name: line.slice(0, colon).trim().toLowerCase(), values: [line.slice(colon + 1)] });
    }
  }
  return fields.map(({ name, values }) => ({ name, value: values.join("").replaceAll("\r", " ").trim() }));
}

/** Returns the value of the first field with a name. */
export const fieldValue = (fields: Field[], name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value;

/** Decodes a value without structure, such as a subject. */
export const decodeValue = (value: string): string => decodeWords(value).replaceAll(/\s+/g, " ").trim();

/** Reads a value with parameters, also as programs write it against the rules, without quotes or with empty ones. */
export function parseStructured(written: string): Structured {
  const [value = "", ...rest] = splitOutsideQuotes(written);
  const raw = rest.flatMap((part): [string, string][] => {
    const equals = part.indexOf("=");
    return equals < 1 ? [] : [[part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1).trim())]];
  });
  const params = new Map<string, string>();
  for (const [key, text] of raw) if (!key.includes("*") && !params.has(key)) params.set(key, decodeParameter(text));
  for (const [key, text] of joinedSections(raw)) params.set(key, text);
  return {
    value: value
      .replaceAll(/\([^()]*\)/g, "")
      .trim()
      .toLowerCase(),
    params,
  };
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\" && isQuoted) at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ";" && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const end = text.lastIndexOf('"');
  return text.slice(1, end > 0 ? end : undefined).replaceAll(/\\(["\\])/g, "$1");
}

/** A name of RFC 2231: whether it is continued, in which section, and whether it is percent-encoded. */
const sectionName = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/;

/** Joins the parameters that are encoded or continued over several sections (RFC 2231, 3 and 4). */
function joinedSections(raw: [string, string][]): [string, string][] {
  const found = new Map<string, { number: number; isEncoded: boolean; text: string }[]>();
  for (const [key, text] of raw) {
    const [, name, number, star] = sectionName.exec(key) ?? [];
    if (name === undefined) continue;
    const sections = found.get(name) ?? [];
    sections.push({ number: Number(number ?? 0), isEncoded: number === undefined || star !== undefined, text });
    found.set(name, sections);
  }
  return [...found].map(([name, sections]) => [name, joinSections(sections)]);
}

function joinSections(sections: { number: number; isEncoded: boolean; text: string }[]): string {
  const sorted = sections.toSorted((one, other) => one.number - other.number);
  if (!sorted.some(({ isEncoded }) => isEncoded)) return decodeParameter(sorted.map(({ text }) => text).join(""));
  const [, charset, start] = /^([^']*)'[^']*'(.*)$/s.exec(sorted[0]?.text ?? "") ?? [];
  const texts = sorted.map(({ text }, index) => (index === 0 ? (start ?? text) : text));
  const bytes = sorted.map(({ isEncoded }, index) =>
    isEncoded ? percentDecoded(texts[index] ?? "") : Buffer.from(texts[index] ?? ""),
  );
  return decodeLabelled(Buffer.concat(bytes), charset);
}

function percentDecoded(text: string): Buffer {
  const latin = Buffer.from(text).toString("latin1");
  return Buffer.from(
    latin.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

/**
 * Decodes a parameter that RFC 2231 does not mark as encoded. Many programs write encoded words there, and some
 * percent-encode it.
 */
function decodeParameter(text: string): string {
  const words = decodeWords(text);
  if (words !== text) return words;
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(text)?.[1] ?? text;
  if (!/%[\da-f]{2}/i.test(encoded)) return text;
  const bytes = percentDecoded(encoded);
  const decoded = bytes.toString("utf8");
  return isUtf8(bytes) && !/\p{Cc}/u.test(decoded) ? decoded : text;
}
