import type { SendAgainInput } from "@sheaf/contracts/deliveries.ts";
import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { Services } from "../../../platform/services.ts";
import { type Actor, record } from "../../audit/service.ts";
import { requireActive } from "../../billing/index.ts";
import { correctAddress } from "../../customers/service.ts";
import { correctJobAddress, type JobRow, lockJob, type MadePdf } from "../../jobs/index.ts";
import { outputs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import type { DestinationNeeds } from "../destinations/destination.ts";
import { awaitingSender } from "../destinations/email/sender.ts";
import { openDestination } from "../destinations/open-destination.ts";
import { parcelsFor } from "../destinations/parcels.ts";
import { type DeliveryRef, type DeliveryRow, ofDelivery } from "../service.ts";
import { deliveries } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";
import { isPutOff, stopped } from "./waiting.ts";
import { carriesText, sendsTextTo, sizedAsSent } from "./with-text.ts";

/**
 * Creates another email with the same PDFs, to the same address or a corrected one; several emails when that inbox does
 * not take all PDFs in one. The earlier email is marked as replaced, and stopped if it still waited.
 * @throws AppError delivery-not-found, delivery-under-way, sent-again-already, address-refused, files-deleted,
 *   subscription-needed, subscription-expired
 */
export async function sendAgain(
  services: DestinationNeeds & Pick<Services, "db" | "queue">,
  actor: Actor,
  ref: DeliveryRef,
  { recipient, correctCustomer }: SendAgainInput,
): Promise<void> {
  const { db, queue } = services;
  const { practiceId, jobId } = ref;
  await requireActive(db, practiceId);
  await db.transaction(async (tx) => {
    const [known] = await tx.select({ kind: deliveries.destination }).from(deliveries).where(ofDelivery(ref));
    if (!known) throw notFound();
    const destination = openDestination(known.kind, services);
    const isAllowed = await destination.maySend(tx, actor);
    // The job is locked before the email, as everywhere, so that its files are not deleted meanwhile.
    const job = await lockJob(tx, ref);
    const before = await lockReplaceable(tx, ref);
    const address = recipient ?? before.recipient;
    const refused = await destination.refusalOf(tx, { practiceId, recipient: address });
    if (refused) throw new AppError("address-refused", refused);
    const { carried, pdfs } = await storedPdfs(tx, before, job);

    const [practice] = await tx.select().from(practices).where(eq(practices.id, practiceId));
    const wantsText = practice !== undefined && sendsTextTo(address, practice);
    const asSent = (all: MadePdf[]) => all.map((pdf) => sizedAsSent(pdf, wantsText));
    const parcels = parcelsFor(asSent(carried), asSent(pdfs), false, destination.budgetFor(address));
    const { subject, isCopy } = before;
    const first = newId();
    const next = await nextPosition(tx, ref);
    const initial = isAllowed ? { state: "waiting" as const } : awaitingSender;
    const rows = parcels.map((parcel, index) => {
      // A single email keeps the part number of the email that it replaces.
      const { part, parts } = parcels.length === 1 ? before : parcel;
      const id = index === 0 ? first : newId();
      return {
        practiceId,
        jobId,
        id,
        outputIds: parcel.pdfIds,
        part,
        parts,
        subject,
        isCopy,
        withText: wantsText && carriesText(parcel.pdfIds, pdfs),
        destination: known.kind,
        recipient: address,
        position: next + index,
        confirmedById: actor.userId,
        ...initial,
      };
    });
    await tx.insert(deliveries).values(rows);
    const wasWaiting = isPutOff(before) || before.awaitsSender;
    await tx
      .update(deliveries)
      .set({ replacedById: first, ...(wasWaiting ? stopped : {}) })
      .where(ofDelivery(ref));
    for (const { id: deliveryId } of isAllowed ? rows : []) {
      await queue.add(tx, deliverEmail, { practiceId, jobId, deliveryId }, { group: practiceId });
    }

    const redirected = address.toLowerCase() !== before.recipient.toLowerCase();
    if (redirected && correctCustomer) await correctCustomerOf(tx, actor, before, address);
    const repeated = mayHaveBeenSent(before) ? "email.sent-again" : "email.sent-after-all";
    const action = redirected ? "email.redirected" : repeated;
    await record(tx, { ...actor, action, subjectId: jobId, detail: { delivery: first } });
    await announce(tx, practiceId, { type: "job", id: jobId });
  });
}

const notFound = () => new AppError("delivery-not-found", "This email does not exist. Reload the job.");

/** Returns whether sending the email again repeats it: a mail server has accepted it, or may have. */
const mayHaveBeenSent = ({ sentAt, state }: DeliveryRow): boolean => sentAt !== null || state === "unconfirmed";

/** Locks the email to be replaced, so that only one of two simultaneous requests sends it again. */
async function lockReplaceable(tx: Tx, ref: DeliveryRef): Promise<DeliveryRow> {
  const [row] = await tx.select().from(deliveries).where(ofDelivery(ref)).for("update");
  if (!row) throw notFound();
  if ((deliveriesUnderWay as readonly string[]).includes(row.state) && !isPutOff(row)) {
    throw new AppError(
      "delivery-under-way",
      "This email is still on its way. Wait until it has been accepted or refused.",
    );
  }
  if (row.replacedById !== null) {
    throw new AppError("sent-again-already", "This email has been sent again already. Look at the newer one.");
  }
  return row;
}

/**
 * Returns the PDFs that the email carried, in their present version, and all PDFs of its job that may be attached.
 * @throws AppError files-deleted, job-not-ready
 */
async function storedPdfs(
  tx: Tx,
  { practiceId, jobId, outputIds }: DeliveryRow,
  job: JobRow | null,
): Promise<{ carried: MadePdf[]; pdfs: MadePdf[] }> {
  const ofJob = and(equals(outputs, { practiceId, jobId }), isNotNull(outputs.blobKey));
  const pdfs = job?.filesDeletedAt ? [] : await tx.select().from(outputs).where(ofJob).orderBy(outputs.id);
  const carried = outputIds.flatMap((id) => pdfs.find((pdf) => pdf.id === id) ?? []);
  if (carried.length === 0 || carried.length < outputIds.length) {
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again to send them.");
  }
  return { carried: [...new Set(carried.map((pdf) => presentVersion(pdf, pdfs, job)))], pdfs };
}

/**
 * Several parts of a PDF that was too large for one email have the same present version: the whole PDF.
 * @throws AppError job-not-ready while it is being made
 */
function presentVersion(pdf: MadePdf, pdfs: MadePdf[], job: JobRow | null): MadePdf {
  if (pdf.purpose !== "earlier") return pdf;
  const present = pdfs.find(({ purpose, position }) => purpose === "result" && position === pdf.position);
  if (!present && job?.status === "processing") {
    throw new AppError("job-not-ready", "The PDFs of this job are being made again. Send them when they are ready.");
  }
  return present ?? pdf;
}

async function nextPosition(tx: Tx, { practiceId, jobId }: DeliveryRef): Promise<number> {
  return tx.$count(deliveries, equals(deliveries, { practiceId, jobId }));
}

/**
 * Replaces the address the email went to, wherever the customer has it now; a customer that was deleted or changed
 * meanwhile stays as it is. Replaces it in the job too, because jobs are searched by it.
 */
async function correctCustomerOf(tx: Tx, actor: Actor, before: DeliveryRow, address: string): Promise<void> {
  const customerId = await correctJobAddress(tx, before, before.recipient, address);
  if (customerId) await correctAddress(tx, actor, customerId, before.recipient, address);
}
