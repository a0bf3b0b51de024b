import { closeSync, openSync, readSync, statSync } from "node:fs";
import { TextDecoder } from "node:util";
import { conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { ConvertError } from "../converter.ts";
import { xmlEncoding } from "../xml/xml-root.ts";
import { type BinaryContent, binaryContent } from "./binary-content.ts";
import { XmlNode } from "./xml-node.ts";

/**
 * Limits for one XML invoice. Invoices of 10,000 lines have about 300,000 elements; none nests more than 15 deep. A
 * page holds 6,000 characters.
 */
const xmlLimits = { bytes: 50 * MB, nodes: 500_000, depth: 100, textLength: 12_000_000 } as const;

const chunkBytes = 1 << 18;

/** Elements whose text is a file in base64: UBL's, then CII's. */
const binaryNames = new Set(["EmbeddedDocumentBinaryObject", "AttachmentBinaryObject"]);

const instead = "Save it as PDF and replace it.";

const documentType = () =>
  new ConvertError(
    "damaged",
    "declares a document type, which invoices never do and which can take in other content. Ask for a new copy and replace it.",
  );

const tooMuchText = () =>
  new ConvertError("too-large", `has more text than fits on ${count(conversionLimits.pages)} pages. ${instead}`);

export interface ReadOptions {
  /** Called with each file in the XML, in order. Its bytes are kept only where this is given. */
  onBinary?: (content: BinaryContent, path: readonly XmlNode[]) => void;
  /**
   * Names of elements that are kept with all that is in them. All others are forgotten when they end, so that a large
   * file needs little memory. Everything is kept where this is not given.
   */
  keeps?: (name: string) => boolean;
  /** Names of elements that are read under another name. */
  names?: ReadonlyMap<string, string>;
}

/**
 * Reads an XML file in pieces, in linear time. Nothing outside the file is read and no entity is expanded.
 * @returns the root element
 * @throws ConvertError damaged (not well-formed, with a document type), unsupported (XInclude), too-large
 */
export function readXml(path: string, options: ReadOptions = {}): XmlNode {
  if (statSync(path).size > xmlLimits.bytes) {
    throw new ConvertError("too-large", `is larger than ${xmlLimits.bytes / MB} MB, the limit for XML. ${instead}`);
  }
  const reading = treeReader(options);
  forEachPiece(path, (text) => reading.write(text));
  return reading.root();
}

/** Decodes the file piece by piece. */
function forEachPiece(path: string, use: (text: string) => void): void {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let decoder: TextDecoder | undefined;
    for (let length = 1; length > 0; ) {
      length = readSync(file, chunk, 0, chunkBytes, null);
      decoder ??= decoderFor(chunk.subarray(0, length));
      use(decode(decoder, chunk.subarray(0, length), length > 0));
    }
  } finally {
    closeSync(file);
  }
}

function decoderFor(head: Buffer): TextDecoder {
  try {
    return new TextDecoder(xmlEncoding(head), { fatal: true });
  } catch (error) {
    throw new ConvertError("damaged", `states an encoding that is not known. ${instead}`, { cause: error });
  }
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (error) {
    const words = "has characters that are not in the encoding that it states. Ask for a new copy and replace it.";
    throw new ConvertError("damaged", words, { cause: error });
  }
}

function treeReader({ onBinary, keeps, names }: ReadOptions): { write(text: string): void; root(): XmlNode } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: XmlNode[] = [];
  let root: XmlNode | undefined;
  let nodes = 0;
  let textLength = 0;
  let fault: string | undefined;
  let texts: string[] = [];
  let isStarted = false;

  const addText = (text: string) => {
    texts.push(text);
  };
  /** Gives the text before a start tag or an end tag to the element that is open there. */
  const endText = () => {
    const node = open.at(-1);
    const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("");
    texts = [];
    if (!node || text === "") return;
    if (!binaryNames.has(node.name)) {
      const trimmed = text.trim();
      textLength += trimmed.length;
      if (textLength > xmlLimits.textLength && !keeps) throw tooMuchText();
      if (trimmed !== "") node.text = node.text === "" ? trimmed : `${node.text} ${trimmed}`;
      return;
    }
    const content = binaryContent(text, onBinary !== undefined);
    if (!content) return;
    node.binary = { sizeBytes: content.sizeBytes, isValid: content.isValid };
    onBinary?.(content, open);
  };

  parser.on("doctype", () => {
    throw documentType();
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    endText();
    const values = valuesOf(attributes);
    if (uri === xInclude) {
      throw new ConvertError("unsupported", `takes in other files (XInclude), which are not opened. ${instead}`);
    }
    nodes += 1 + values.size;
    if (nodes > xmlLimits.nodes) {
      throw new ConvertError("too-large", `has more than ${count(xmlLimits.nodes)} values, the limit. ${instead}`);
    }
    const node = new XmlNode(names?.get(local) ?? local, uri, values);
    open.at(-1)?.children.push(node);
    root ??= node;
    if (open.push(node) > xmlLimits.depth) {
      throw new ConvertError("too-large", `has elements nested more than ${xmlLimits.depth} deep. ${instead}`);
    }
  });
  parser.on("closetag", () => {
    endText();
    open.pop();
    if (keeps && !open.some(({ name }) => keeps(name))) open.at(-1)?.children.pop();
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("error", ({ message }) => {
    if (!message.includes("unbound namespace prefix")) fault ??= message;
  });

  const refuseFault = () => {
    if (fault === undefined) return;
    const words = "is not well-formed XML and cannot be read. Ask for a new copy and replace it.";
    throw new ConvertError("damaged", words, { cause: fault });
  };
  return {
    write(text) {
      // Some programs write an empty line before the declaration.
      const written = isStarted ? text : text.trimStart();
      isStarted ||= written !== "";
      parser.write(written);
      refuseFault();
    },
    root() {
      parser.close();
      refuseFault();
      if (!root) throw new ConvertError("empty");
      return root;
    },
  };
}

const noAttributes: ReadonlyMap<string, string> = new Map();

/** Leaves out the declarations of namespaces and schemas. */
function valuesOf(attributes: Record<string, SaxesAttributeNS>): ReadonlyMap<string, string> {
  let values: Map<string, string> | undefined;
  for (const name in attributes) {
    const attribute = attributes[name];
    if (!attribute || attribute.prefix === "xmlns" || name === "xmlns" || attribute.uri === schemaInstance) continue;
    values ??= new Map();
    values.set(attribute.local, attribute.value);
  }
  return values ?? noAttributes;
}

const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance";
const xInclude = "http://www.w3.org/2001/XInclude";

const count = (value: number): string => value.toLocaleString("en-GB");
