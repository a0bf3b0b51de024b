import { createReadStream } from "node:fs";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { attachmentName } from "../email/attachment-names.ts";
import { fileHolds } from "../file-bytes.ts";
import { type InvoiceAttachment, invoiceAttachments } from "../invoice/attachments.ts";
import { invoiceFileSyntax } from "../invoice/read-invoice.ts";
import { type Container, plainItem } from "./item.ts";

/**
 * Opens an XML invoice with attached files: the invoice itself, then the files in the order in which the XML has them.
 * @returns null for files of other kinds and for invoices without attached files
 * @throws ConvertError as `readXml`
 */
export function openInvoiceItems({ path, sizeBytes }: ScratchFile): Container | null {
  if (!invoiceFileSyntax(path) || !mayHaveAttachments(path)) return null;
  const attachments = invoiceAttachments(path);
  if (attachments.length === 0) return null;
  return {
    items: [
      { ...plainItem("Invoice.xml", sizeBytes), isOwnContent: true },
      ...attachments.map((one) => plainItem(nameOf(one), one.content.sizeBytes)),
    ],
    async *pieces(index) {
      if (index === 0) yield* createReadStream(path);
      else yield* piecesOf(attachments[index - 1]);
    },
    close() {},
  };
}

/** Part of the name of an attachment's element, as in UTF-8 and as in UTF-16. */
const attachmentMarks = [Buffer.from("BinaryObject"), Buffer.from("BinaryObject", "utf16le")];

/** Whether such a name is anywhere in the file: most invoices have none and are read only once. */
const mayHaveAttachments = (path: string): boolean => fileHolds(path, attachmentMarks);

const nameOf = ({ fileName, mimeType, reference, content }: InvoiceAttachment): string =>
  attachmentName(
    fileName ?? reference ?? "",
    (mimeType ?? "").toLowerCase(),
    () => content.pieces[0] ?? Buffer.alloc(0),
  );

function piecesOf(attachment: InvoiceAttachment | undefined): Buffer[] {
  if (!attachment?.content.isValid) throw new ConvertError("damaged");
  return attachment.content.pieces;
}
