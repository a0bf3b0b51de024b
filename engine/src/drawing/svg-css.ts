/** The longest style sheet that is read; longer ones are of web pages. */
const maxLength = 500_000;

/**
 * Removes from CSS what refers to other files or what LibreOffice does not know: imports, media queries, escapes,
 * addresses other than of elements in the drawing.
 */
export function cleanSheet(css: string): string {
  if (css.length > maxLength) return "";
  const plain = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, "");
  return withoutAtRules(plain)
    .split("}")
    .map((rule) => {
      const [selectors = "", declarations] = rule.split("{");
      return declarations === undefined ? "" : `${selectors}{${cleanDeclarations(declarations)}}`;
    })
    .join("");
}

/** Removes "@import …;" and "@media … { … }", whose blocks may contain blocks. */
function withoutAtRules(css: string): string {
  let kept = "";
  let from = 0;
  for (let at = css.indexOf("@"); at >= 0; at = css.indexOf("@", from)) {
    kept += css.slice(from, at);
    from = endOfAtRule(css, at);
  }
  return kept + css.slice(from);
}

function endOfAtRule(css: string, start: number): number {
  let depth = 0;
  for (let at = start; at < css.length; at++) {
    const character = css[at];
    if (character === ";" && depth === 0) return at + 1;
    if (character === "{") depth++;
    if (character === "}" && --depth <= 0) return at + 1;
  }
  return css.length;
}

/** Cleans the declarations of a rule or of a `style` attribute. */
export function cleanDeclarations(css: string): string {
  return css
    .split(";")
    .map((declaration) => cleanDeclaration(declaration))
    .filter((declaration) => declaration !== "")
    .join(";");
}

function cleanDeclaration(declaration: string): string {
  const colon = declaration.indexOf(":");
  if (colon < 0) return "";
  const value = cleanValue(declaration.slice(colon + 1).trim());
  const property = declaration.slice(0, colon).trim();
  return value === undefined || !/^[\w-]+$/.test(property) ? "" : `${property}:${value}`;
}

const ownAddress = /^url\(\s*(["']?)#[^"'()\s]+\1\s*\)/i;

/** Returns the value of a property or an attribute; undefined when it must not be used. */
export function cleanValue(value: string): string | undefined {
  const simple = value.includes("(") ? withoutFunctions(value) : value;
  if (simple === undefined || simple.includes("\\") || /expression\s*\(|javascript:/i.test(simple)) return undefined;
  for (const { index } of simple.matchAll(/url\s*\(/gi)) {
    if (!ownAddress.test(simple.slice(index, index + 1_000))) return undefined;
  }
  return simple;
}

/**
 * Replaces functions that LibreOffice does not know: light-dark(a, b) by a, var(--x, a) by a.
 * @returns undefined when there is nothing to replace one with
 */
function withoutFunctions(value: string): string | undefined {
  let text = value;
  for (let times = 0; times < 10; times++) {
    const found = /\b(light-dark|var)\(/i.exec(text);
    if (!found) return text;
    const parts = argumentsAt(text, found.index + found[0].length);
    const chosen = parts?.words[found[1]?.toLowerCase() === "var" ? 1 : 0]?.trim();
    if (!parts || !chosen) return undefined;
    text = text.slice(0, found.index) + chosen + text.slice(parts.end);
  }
  return undefined;
}

function argumentsAt(text: string, start: number): { words: string[]; end: number } | undefined {
  const words: string[] = [];
  let [depth, from] = [0, start];
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "(") depth++;
    if (depth === 0 && (character === "," || character === ")")) {
      words.push(text.slice(from, at));
      from = at + 1;
    }
    if (character === ")" && depth-- === 0) return { words, end: at + 1 };
  }
  return undefined;
}
