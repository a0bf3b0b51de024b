import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { contentDisposition } from "../../../platform/http/content-disposition.ts";
import type { Services } from "../../../platform/services.ts";
import { ownerOnly, requireOwner } from "../../access/member.ts";
import { receiptOf } from "./issue.ts";
import { receiptPdf } from "./receipt-pdf.ts";

/** Receipts and credit notes as PDFs: below /api/payments, for the owner. */
export const receiptRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (app, { config, db }) => {
  const schema = { tags: ["billing"], summary: "Download the receipt of a payment as PDF", params: z.object({ id }) };
  app.get("/:id/receipt", { preValidation: ownerOnly, schema }, async (request, reply) => {
    const receipt = await receiptOf(db, config, requireOwner(request).practiceId, request.params.id);
    const { content, number, recordedAt } = receipt;
    const disposition = contentDisposition("attachment", `${content.title} ${number}.pdf`);
    return reply
      .type("application/pdf")
      .header("content-disposition", disposition)
      .send(await receiptPdf(content, recordedAt));
  });
};
