import { expect, test } from "vitest";
import { ciiInvoice } from "../../../fixtures/invoices-cii.ts";
import { ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { ConvertError } from "../converter.ts";
import { readWritten, removeWritten } from "./testing.ts";

removeWritten();

/** The reason and the words of the refusal. */
function refusal(xml: string | Buffer): [string, string | undefined] {
  try {
    readWritten(xml);
  } catch (error) {
    if (error instanceof ConvertError) return [error.reason, error.detail];
    throw error;
  }
  throw new Error("The file was read.");
}

const entities = '<!DOCTYPE Invoice [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const nested = (depth: number) => "<x>".repeat(depth) + "</x>".repeat(depth);

test.each([
  ["declared entities", ublInvoice({ prolog: entities, terms: {}, extra: "&b;" }), "damaged", "document type"],
  ["an external document type", ciiInvoice({ prolog: '<!DOCTYPE x SYSTEM "file:///etc/passwd">' }), "damaged", "type"],
  ["an unknown entity", ublInvoice({ extra: "&b;" }), "damaged", "not well-formed"],
  [
    "XInclude",
    ublInvoice({ extra: '<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>' }),
    "unsupported",
    "XInclude",
  ],
  ["elements nested 10,000 deep", ublInvoice({ extra: nested(10_000) }), "too-large", "nested more than 100 deep"],
  ["more than 500,000 values", ublInvoice({ extra: "<x/>".repeat(500_001) }), "too-large", "more than 500,000 values"],
  ["more than 50 MB", ublInvoice({ extra: `<x>${"x".repeat(51 << 20)}</x>` }), "too-large", "larger than 50 MB"],
  ["a missing end", ublInvoice().slice(0, -100), "damaged", "not well-formed"],
  ["characters outside its encoding", Buffer.from(ublInvoice(), "latin1"), "damaged", "not in the encoding"],
])("an invoice with %s is refused with a sentence", (_what, xml, reason, words) => {
  expect(refusal(xml)).toEqual([reason, expect.stringContaining(words)]);
});

test.each([
  [
    "Windows-1252",
    Buffer.from(
      ublInvoice()
        .replace("UTF-8", "windows-1252")
        .replaceAll(/[^\0-\xff]/g, "?"),
      "latin1",
    ),
  ],
  ["UTF-16", Buffer.from(`\ufeff${ublInvoice()}`, "utf16le")],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${ublInvoice()}`)],
  ["UTF-8 after an empty line", Buffer.from(`\n${ublInvoice()}`)],
  ["UTF-8 without a declaration", Buffer.from(ublInvoice().replace(/^<\?xml.*?\?>\s*/, ""))],
])("an invoice in %s is read", (_what, bytes) => {
  expect(readWritten(bytes).seller?.name).toBe("Gärtnerei Ährenfeld GmbH");
});

test("prefixes may be others, and names without prefix are read", () => {
  const xml = ublInvoice()
    .replaceAll("cbc:", "b:")
    .replaceAll(":cbc", ":b")
    .replaceAll("cac:", "")
    .replace("xmlns:cac", "xmlns:c");
  expect(readWritten(xml).number).toBe("RG-2026-1187");
});
