import { splitValue } from "./css-values.ts";
import { attribute, type Element } from "./parse-html.ts";

/** Signs of icon fonts, which are not installed. */
const privateUse = /[\ue000-\uf8ff]/g;

/**
 * Returns the text that a `content` property adds before or after an element. Pictures and counters are left out.
 * @param value with its letters as written
 */
export function generatedText(value: string, element: Element): string {
  return splitValue(value, " ")
    .map((part) => {
      const quoted = /^(["'])(.*)\1$/s.exec(part);
      if (quoted) return unescaped(quoted[2] ?? "");
      const named = /^attr\(\s*([\w-]+)\s*\)$/i.exec(part);
      if (named) return attribute(element, (named[1] ?? "").toLowerCase()) ?? "";
      if (/^open-quote$/i.test(part)) return "“";
      return /^close-quote$/i.test(part) ? "”" : "";
    })
    .join("")
    .replaceAll(privateUse, "")
    .slice(0, 2_000);
}

const unescaped = (text: string) =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|(.))/gi, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? "") : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16))),
  );
