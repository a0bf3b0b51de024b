import type { ReceiptContent } from "./content.ts";

/**
 * The PDF of a receipt. What draws it is some 350 modules, a third of what a process loads at its start: they come with
 * its first receipt, so that it is at work sooner after a crash or a deploy.
 */
export async function receiptPdf(content: ReceiptContent, at: Date): Promise<Buffer> {
  const { drawReceipt } = await import("./draw.ts");
  return drawReceipt(content, at);
}
