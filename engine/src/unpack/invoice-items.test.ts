import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ciiInvoice } from "../../../fixtures/invoices-cii.ts";
import { ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { openContainer } from "./containers.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-invoice-items-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the XML as a container and reads all of its items; null when it is none. */
async function opened(xml: string | Buffer, name = "invoice.xml") {
  const path = join(folder, "input");
  writeFileSync(path, xml);
  const container = await openContainer({ path, name, sizeBytes: Buffer.byteLength(xml) });
  if (!container) return null;
  const contents: string[] = [];
  for (const index of container.items.keys()) {
    const pieces: Buffer[] = [];
    for await (const piece of container.pieces(index)) pieces.push(piece);
    contents.push(Buffer.concat(pieces).toString());
  }
  container.close();
  return { items: container.items, contents };
}

const timeSheet = "Day;Hours\n2026-09-07;10\n";

test.each([
  ["UBL", ublInvoice()],
  ["CII", ciiInvoice()],
])("a %s invoice with an attached file is a container of the invoice itself and of the file", async (_what, xml) => {
  const found = await opened(xml);
  expect(found?.items).toMatchObject([
    { path: "Invoice.xml", isOwnContent: true, sizeBytes: Buffer.byteLength(xml) },
    { path: "timesheet-marjoram.csv", isOwnContent: false, sizeBytes: timeSheet.length, setAside: null },
  ]);
  expect(found?.contents).toEqual([xml, timeSheet]);
});

test("an invoice in UTF-16 with an attached file is such a container, too", async () => {
  const xml = ublInvoice().replace("UTF-8", "UTF-16");
  expect((await opened(Buffer.from(`\ufeff${xml}`, "utf16le")))?.contents[1]).toBe(timeSheet);
});

test("an invoice without attached files, and other XML with one, are not containers", async () => {
  expect(await opened(ublInvoice({ attachment: null }))).toBe(null);
  expect(await opened(ublInvoice({ attachment: { content: "" } })), "an empty one").toBe(null);
  expect(await opened("<rows><EmbeddedDocumentBinaryObject>QQ==</EmbeddedDocumentBinaryObject></rows>")).toBe(null);
});

test("attached files get the extension of their type, unsafe names are made safe and equal ones numbered", async () => {
  const object =
    '<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">JVBERi0x</cbc:EmbeddedDocumentBinaryObject>';
  const document = (id: string) =>
    `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cac:Attachment>${object}</cac:Attachment></cac:AdditionalDocumentReference>`;
  const extra = [document("Plan"), document("plan"), document("../../etc/passwd"), document("")].join("");
  const xml = ublInvoice({ terms: { "BT-125": "a/b\\..\u202e.csv" }, extra });
  expect((await opened(xml))?.items.map(({ path }) => path)).toEqual([
    "Invoice.xml",
    "a_b_...csv",
    "Plan.pdf",
    "plan (2).pdf",
    "_.._etc_passwd.pdf",
    "Attachment.pdf",
  ]);
});

test("an attached file that is not base64 is refused as damaged", async () => {
  const xml = ublInvoice().replace(/(filename="[^"]*">)/, "$1*");
  await expect(opened(xml)).rejects.toMatchObject({ reason: "damaged" });
});
