/** A tag or a text of an XML document. */
export interface XmlEvent {
  /** Name of the element without prefix; for a text, the element around it. */
  name: string;
  /** Attributes by name without prefix. */
  attributes: Record<string, string>;
  /** Both are true for an element without content (`<a/>`). */
  open: boolean;
  close: boolean;
  text?: string;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex?: string, decimal?: string, name?: string) =>
    name ? (entities[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );

/**
 * Yields the tags and texts of a document in order. Sufficient for test files; it does not check whether the document
 * is well-formed.
 */
export function* xmlEvents(xml: string): Generator<XmlEvent> {
  const around: string[] = [];
  const tokens =
    /<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<[?!][^>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>|([^<]+)/gs;
  for (const [, data, slash, name, given = "", end, text] of xml.matchAll(tokens)) {
    if (name === undefined) {
      const inside = data ?? (text === undefined ? undefined : unescaped(text));
      if (inside) yield { name: around.at(-1) ?? "", attributes: {}, open: false, close: false, text: inside };
      continue;
    }
    const attributes: Record<string, string> = {};
    for (const [, key = "", double, single] of given.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
      attributes[key] = unescaped(double ?? single ?? "");
    if (slash) around.pop();
    else if (!end) around.push(name);
    yield { name, attributes, open: !slash, close: Boolean(slash || end) };
  }
}
