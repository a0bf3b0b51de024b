/**
 * An element of an invoice's XML. It remembers which values were read into the model, so that all others can be shown
 * as they are. Names are without prefixes: in both syntaxes they are unambiguous within their parents.
 */
export class XmlNode {
  readonly name: string;
  readonly namespace: string;
  readonly children: XmlNode[] = [];
  /** The element's own text, without white space around it. */
  text = "";
  /** Content of an attached file, which is not kept as text. */
  binary: { sizeBytes: number; isValid: boolean } | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  #isTextTaken = false;
  #isBinaryTaken = false;
  /** Names of attributes that were read; most elements have none. */
  #takenAttributes: string[] | undefined;

  constructor(name: string, namespace: string, attributes: ReadonlyMap<string, string>) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
  }

  /** Returns the elements with this path of names, in order: "Party/PartyName". */
  all(path: string): XmlNode[] {
    let found: XmlNode[] = [this];
    for (const name of path.split("/")) {
      found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
    }
    return found;
  }

  /** Returns the first element with this path; undefined when there is none. */
  at(path: string): XmlNode | undefined {
    return this.all(path)[0];
  }

  /** Returns the text of the first element with this path, which is not empty, and marks it as read. */
  take(path: string): string | undefined {
    return this.at(path)?.taken();
  }

  /** Returns the texts of all elements with this path, which are not empty, and marks them as read. */
  takeAll(path: string): string[] {
    return this.all(path).flatMap((node) => node.taken() ?? []);
  }

  /** Returns the element's own text and marks it as read; undefined for an empty one. */
  taken(): string | undefined {
    if (this.text === "") return undefined;
    this.#isTextTaken = true;
    return this.text;
  }

  /** Returns the value of an attribute and marks it as read; undefined for an empty one. */
  attribute(name: string): string | undefined {
    const value = this.attributes.get(name)?.trim();
    if (!value) return undefined;
    this.#takenAttributes ??= [];
    this.#takenAttributes.push(name);
    return value;
  }

  /** Returns the size of the file that the element holds and marks it as read. */
  takeBinary(): number | undefined {
    this.#isBinaryTaken = true;
    return this.binary?.sizeBytes;
  }

  /** Marks the element's text as read if it is one of these words, which only repeat what the place says. */
  skip(path: string, words: RegExp): void {
    for (const node of this.all(path)) if (words.test(node.text)) node.taken();
  }

  /** The values of the element itself that were not read. */
  get unread(): { text: string | undefined; attributes: [name: string, value: string][]; binaryBytes: number } {
    const attributes = [...this.attributes].filter(
      ([name, value]) => value.trim() !== "" && !this.#takenAttributes?.includes(name),
    );
    const text = this.#isTextTaken || this.text === "" ? undefined : this.text;
    return { text, attributes, binaryBytes: this.#isBinaryTaken ? 0 : (this.binary?.sizeBytes ?? 0) };
  }
}
