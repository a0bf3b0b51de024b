import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { newId } from "../../platform/ids.ts";
import type { FileRef, JobRef, NewFile, Uploader } from "../jobs/index.ts";
import { arrivalItems, arrivals, type channels } from "./table.ts";

export type Channel = (typeof channels)[number];

/** A received file, already in the blob store. */
export interface ArrivedFile extends NewFile {
  /** Name given by the sender. */
  sentName: string;
}

/** A member of the practice, with their current name. */
type Sender = Pick<Uploader, "practiceId" | "userId" | "fullName">;

/** Writes an arrival with its items. `at` is the time of receipt, by default now. */
export async function writeArrival(
  tx: Tx,
  arrival: { channel: Channel; sender: Sender; jobId: string; at?: Date; items: (ArrivedFile & { fileId: string })[] },
): Promise<void> {
  const { channel, sender, jobId, at: arrivedAt, items } = arrival;
  const { practiceId, userId: senderId, fullName: senderName } = sender;
  const arrivalId = newId(arrivedAt?.getTime());
  await tx.insert(arrivals).values({ practiceId, id: arrivalId, channel, arrivedAt, senderId, senderName, jobId });
  await tx.insert(arrivalItems).values(
    items.map(({ sentName, sizeBytes, sha256, key: blobKey, fileId }, position) => ({
      practiceId,
      arrivalId,
      position,
      sentName,
      sizeBytes,
      sha256,
      blobKey,
      fileId,
    })),
  );
}

/**
 * Clears the blob keys of a job's items, or of one file's items, when the originals are deleted. The items stay as a
 * record.
 */
export async function clearBlobKeys(tx: Tx, { practiceId, jobId, fileId }: JobRef & Partial<FileRef>): Promise<void> {
  const ofJob = tx.select({ id: arrivals.id }).from(arrivals).where(equals(arrivals, { practiceId, jobId }));
  await tx
    .update(arrivalItems)
    .set({ blobKey: null })
    .where(
      and(
        eq(arrivalItems.practiceId, practiceId),
        inArray(arrivalItems.arrivalId, ofJob),
        fileId === undefined ? undefined : eq(arrivalItems.fileId, fileId),
      ),
    );
}
