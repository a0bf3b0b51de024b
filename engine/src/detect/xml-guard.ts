/** Elements inside each other; the deepest of hundreds of real files has fewer than 60, and the importers recurse. */
export const deepest = 1_000;

/** Encodings that markup characters survive byte for byte, besides UTF-16, which is told by its bytes. */
const plainEncodings = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d|utf-?16(le|be)?)$/i;

export type XmlFault = "doctype" | "too-deep" | "encoding";

/** Reads markup as it streams by and remembers the first thing that no honest office file has. */
export interface XmlGuard {
  feed(chunk: Uint8Array): void;
  fault(): XmlFault | undefined;
}

const [lt, gt, slash, bang, question, doubleQuote, quote, hyphen, bracket] = [60, 62, 47, 33, 63, 34, 39, 45, 91];

/**
 * A byte scanner, not a parser: it knows tags, attributes in quotes, comments, CDATA and declarations, which is enough to find
 * a document type (entities are declared there) wherever a parser would, and nothing where the text only mentions one.
 */
export function xmlGuard(): XmlGuard {
  let fault: XmlFault | undefined;
  let depth = 0;
  let state: "text" | "open" | "start" | "end" | "declaration" | "comment" | "cdata" | "instruction" | "doctype" =
    "text";
  let inQuote = 0;
  let previous = 0;
  let beforeThat = 0;
  let declared = "";
  let head = true;
  let skipZeros = false;

  const step = (byte: number) => {
    if (state === "text") {
      if (byte === lt) state = "open";
    } else if (state === "open") {
      declared = "";
      if (byte === slash) state = "end";
      else if (byte === question) state = "instruction";
      else if (byte === bang) state = "declaration";
      else {
        state = "start";
        depth++;
        if (depth > deepest) fault ??= "too-deep";
      }
    } else if (state === "start") {
      if (inQuote !== 0) {
        if (byte === inQuote) inQuote = 0;
      } else if (byte === doubleQuote || byte === quote) inQuote = byte;
      else if (byte === gt) {
        if (previous === slash) depth--;
        state = "text";
      }
    } else if (state === "end") {
      if (byte === gt) {
        depth--;
        state = "text";
      }
    } else if (state === "declaration") {
      if (byte === hyphen && previous === hyphen) state = "comment";
      else if (byte === bracket) state = "cdata";
      else if (byte !== hyphen) {
        fault ??= "doctype";
        state = "doctype";
      }
    } else if (state === "comment") {
      if (byte === gt && previous === hyphen && beforeThat === hyphen) state = "text";
    } else if (state === "cdata") {
      if (byte === gt && previous === 93 && beforeThat === 93) state = "text";
    } else if (state === "instruction") {
      if (declared.length < 200) declared += String.fromCharCode(byte);
      if (byte === gt && previous === question) {
        const encoding = /^xml\s.*encoding\s*=\s*["']([^"']+)["']/s.exec(declared)?.[1];
        if (encoding !== undefined && !plainEncodings.test(encoding)) fault ??= "encoding";
        state = "text";
      }
    }
    beforeThat = previous;
    previous = byte;
  };

  return {
    feed(chunk) {
      if (fault !== undefined) return;
      // UTF-16 is read by leaving out its zero bytes: all markup is ASCII.
      const wide: boolean = head && chunk.length > 1 && (chunk[0] === 0 || chunk[1] === 0 || (chunk[0] ?? 0) >= 0xfe);
      if (head) skipZeros = wide;
      head = false;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] ?? 0;
        if (skipZeros && byte === 0) continue;
        if (state === "text" && byte !== lt && !skipZeros) {
          const next = chunk.indexOf(lt, at);
          if (next < 0) return;
          at = next;
          state = "open";
          previous = lt;
          continue;
        }
        step(byte);
      }
    },
    fault: () => fault,
  };
}
