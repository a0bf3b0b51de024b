import type { ReceiptContent } from "./content.ts";

/**
 * Creates the PDF of a receipt. The drawing code consists of some 350 modules, a third of what a process loads at its
 * start. It is loaded with the first receipt, so that the process starts faster after a crash or a deployment.
 */
export async function receiptPdf(content: ReceiptContent, at: Date): Promise<Buffer> {
  const { drawReceipt } = await import("./draw.ts");
  return drawReceipt(content, at);
}
