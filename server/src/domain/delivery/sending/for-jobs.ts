import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { Services } from "../../../platform/services.ts";
import { type Destinations, type JobRef, unlimited } from "../../jobs/index.ts";
import { jobs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import type { DestinationNeeds } from "../destinations/destination.ts";
import { openDestination } from "../destinations/open-destination.ts";
import { deliveries } from "../table.ts";
import { sendsTextTo } from "./with-text.ts";
import { writeDeliveries } from "./write.ts";

/** Implements the functions that jobs need of destinations. */
export function destinationsOf(services: DestinationNeeds & Pick<Services, "queue">): Destinations {
  return {
    largestPdf(job) {
      if (!job.sendEmail) return unlimited;
      const destination = openDestination(job.destination, services);
      const limits = destination.recipientsOf(job).map(({ recipient }) => destination.budgetFor(recipient).largest);
      return {
        sizeBytes: Math.min(...limits.map(({ sizeBytes }) => sizeBytes)),
        pages: Math.min(...limits.map(({ pages }) => pages)),
      };
    },
    async sendsText(db, job) {
      if (!job.sendEmail) return false;
      const [practice] = await db.select().from(practices).where(eq(practices.id, job.practiceId));
      const recipients = openDestination(job.destination, services).recipientsOf(job);
      return practice !== undefined && recipients.some(({ recipient }) => sendsTextTo(recipient, practice));
    },
    countRecipients: (job) => openDestination(job.destination, services).recipientsOf(job).length,
    async prepare(tx, job) {
      const sender = { practiceId: job.practiceId, userId: job.uploadedById };
      const isAllowed = !job.sendEmail || (await openDestination(job.destination, services).maySend(tx, sender));
      return (done, pdfs) => writeDeliveries(tx, services, done, { pdfs, isAllowed });
    },
    isUnderWay: isJobUnderWay,
  };
}

/** Counts the deliveries of a job, cancelled ones too. */
export async function countDeliveries(tx: Tx, { practiceId, jobId }: JobRef): Promise<number> {
  return tx.$count(deliveries, equals(deliveries, { practiceId, jobId }));
}

/** Returns whether a delivery of a job is still on its way. */
export async function isUnderWay(tx: Tx, { practiceId, jobId }: JobRef): Promise<boolean> {
  const some = and(equals(deliveries, { practiceId, jobId }), inArray(deliveries.state, [...deliveriesUnderWay]));
  return (await tx.$count(deliveries, some)) > 0;
}

const ofJob = equals(deliveries, { practiceId: jobs.practiceId, jobId: jobs.id });
const isJobUnderWay = sql`exists (select from ${deliveries} where ${and(ofJob, inArray(deliveries.state, [...deliveriesUnderWay]))})`;
