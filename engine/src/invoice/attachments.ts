import type { BinaryContent } from "./binary-content.ts";
import { readXml } from "./read-xml.ts";

/** A file in an XML invoice (BT-125). */
export interface InvoiceAttachment {
  fileName: string | undefined;
  mimeType: string | undefined;
  /** BT-122, the number or name of the document. */
  reference: string | undefined;
  content: BinaryContent;
}

/**
 * Reads the files in an XML invoice, wherever they are in it.
 * @throws ConvertError as `readXml`
 */
export function invoiceAttachments(path: string): InvoiceAttachment[] {
  const attachments: InvoiceAttachment[] = [];
  readXml(path, {
    keeps: isDocument,
    onBinary(content, open) {
      const document = open.findLast(({ name }) => isDocument(name));
      const node = open.at(-1);
      attachments.push({
        fileName: node?.attribute("filename"),
        mimeType: node?.attribute("mimeCode"),
        reference: document?.take("ID") ?? document?.take("IssuerAssignedID"),
        content,
      });
    },
  });
  return attachments;
}

/** Whether an element describes one document: in UBL, then in CII. */
const isDocument = (name: string) => name.endsWith("DocumentReference") || name.endsWith("ReferencedDocument");
