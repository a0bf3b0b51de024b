import { ConvertError } from "../converter.ts";
import { asciiLines, isEmlStart } from "../email/eml-start.ts";
import { fieldValue } from "../email/header-fields.ts";
import { type Part, readParts } from "../email/mime-parts.ts";
import { decodeWhole } from "../email/transfer-encoding.ts";
import type { PagePart } from "./page-pictures.ts";

/** A page saved with its pictures and styles in one file (MHTML, RFC 2557). */
export interface SavedPage {
  bytes: Buffer;
  /** Encoding of the page by its part's header. */
  charset: string | undefined;
  /** Whether the page is plain text. */
  isPlain: boolean;
  /** Address at which the page was saved. */
  address: string | undefined;
  /**
   * Returns what was saved with the page.
   * @param base for relative addresses
   */
  partAt(address: string, base: string | undefined): PagePart | undefined;
}

const headBytes = 16_384;

/**
 * Reads a page that was saved in one file.
 * @returns null for other files
 * @throws ConvertError unsupported when there is no page in the file, too-large
 */
export function readSavedPage(bytes: Buffer): SavedPage | null {
  if (!isSavedPage(bytes)) return null;
  const root = readParts(asciiLines(bytes));
  const leaves = [...leavesOf(root)];
  const page = startOf(root, leaves) ?? leaves.find(isHtml) ?? leaves.find(isText);
  if (!page) {
    throw new ConvertError("unsupported", "holds no web page. Save the page again as HTML or PDF and replace it.");
  }
  const address = fieldValue(page.fields, "content-location") ?? fieldValue(root.fields, "snapshot-content-location");
  const byAddress = addressesOf(leaves, address);
  return {
    bytes: decodeWhole(page.body, page.encoding),
    charset: page.type.params.get("charset"),
    isPlain: !isHtml(page),
    address: address === undefined ? undefined : URL.parse(address)?.href,
    partAt(wanted, base) {
      const part = byAddress.get(wanted.trim()) ?? byAddress.get(URL.parse(wanted, base)?.href ?? "");
      return part && part !== page
        ? { type: part.type.value, bytes: decodeWhole(part.body, part.encoding) }
        : undefined;
    },
  };
}

/** Whether a file begins with the header of a page saved in one file. */
const isSavedPage = (bytes: Buffer): boolean => {
  const head = bytes.subarray(0, headBytes);
  return (
    isEmlStart(head, false) ||
    /^\s*(?:mime-version|content-type|from: <saved by)\b/i.test(head.toString("latin1", 0, 200))
  );
};

const isHtml = ({ type }: Part) => /^(?:text\/html|application\/xhtml\+xml)$/.test(type.value);
const isText = ({ type }: Part) => type.value === "text/plain";

function* leavesOf(part: Part): Generator<Part> {
  if (part.parts.length === 0 && !part.type.value.startsWith("multipart/")) yield part;
  for (const child of part.parts) yield* leavesOf(child);
}

/** Returns the part that the `start` parameter names (RFC 2387, section 3.2). */
function startOf(root: Part, leaves: Part[]): Part | undefined {
  const start = root.type.params.get("start");
  return start === undefined ? undefined : leaves.find((part) => isHtml(part) && idOf(part) === withoutBrackets(start));
}

const withoutBrackets = (id: string) => id.trim().replace(/^<|>$/g, "");
const idOf = ({ fields }: Part) => withoutBrackets(fieldValue(fields, "content-id") ?? "");

/** Returns the parts by their `cid:` address, and by their location as written and as an absolute address. */
function addressesOf(leaves: Part[], base: string | undefined): Map<string, Part> {
  const found = new Map<string, Part>();
  const add = (address: string | undefined, part: Part) => {
    if (address !== undefined && address !== "" && !found.has(address)) found.set(address, part);
  };
  for (const part of leaves) {
    const id = idOf(part);
    if (id !== "") add(`cid:${id}`, part);
    const location = fieldValue(part.fields, "content-location")?.trim();
    add(location, part);
    if (location !== undefined) add(URL.parse(location, base)?.href, part);
  }
  return found;
}
