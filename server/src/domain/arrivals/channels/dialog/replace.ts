import { equals } from "../../../../platform/db/equals.ts";
import { AppError } from "../../../../platform/errors.ts";
import type { Services } from "../../../../platform/services.ts";
import type { Member } from "../../../access/member.ts";
import { planOf, requireActive } from "../../../billing/index.ts";
import { countDeliveries } from "../../../delivery/index.ts";
import { type FileRef, requireReplaceable } from "../../../jobs/index.ts";
import { jobFiles } from "../../../jobs/table.ts";
import { forgetFile, isHardToRead } from "../../../readings/index.ts";
import { acceptReplacement } from "../../accept.ts";
import type { ArrivedFile } from "../../write.ts";
import { type StoredForm, storeForm } from "./store-form.ts";
import { limitsOf } from "./upload-form.ts";
import type { Upload } from "./upload-request.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage">;

const given = { countDeliveries, forgetFile, isHardToRead };

/**
 * Receives a replacement for a file that was refused or failed, or whose pages are hard to read. A replacement uses no
 * document of the quota.
 * @throws AppError as `requireReplaceable`, `acceptReplacement`, and as an upload does
 */
export async function receiveReplacement(services: Needs, member: Member, ref: FileRef, upload: Upload): Promise<void> {
  const { db, log, queue, storage } = services;
  await requireReplaceable(db, ref, given);
  await storage.requireFreeSpace(upload.sizeBytes);
  const limits = limitsOf(await planOf(db, ref.practiceId));
  const stored: string[] = [];
  try {
    const file = onlyOne(await storeForm(storage, ref, { upload, limits, stored }));
    await requireActive(db, ref.practiceId);
    const old = await db.transaction((tx) =>
      acceptReplacement(tx, queue, given, { channel: "dialog", sender: member, ref, file }),
    );
    await storage
      .delete(old)
      .catch((error) => log.warn({ err: error }, "Files of a replaced file could not be deleted"));
  } catch (error) {
    await clearAway(services, ref, stored).catch((failure) => {
      log.warn({ err: failure, jobId: ref.jobId }, "A refused file could not be deleted; the sweep deletes it");
    });
    throw error;
  }
}

function onlyOne({ files, wrong }: StoredForm): ArrivedFile {
  const [file, ...more] = files;
  if (wrong[0]) throw wrong[0];
  if (!file) throw new AppError("files-required", "Please select a replacement file.");
  if (more.length > 0) throw new AppError("too-many-files", "Only one file can replace another. Choose a single file.");
  return file;
}

async function clearAway({ db, storage }: Needs, ref: FileRef, stored: string[]): Promise<void> {
  // The commit may have succeeded although its response was lost: then the job uses the new file, which must stay.
  const { practiceId, jobId, fileId } = ref;
  const itself = equals(jobFiles, { practiceId, jobId, id: fileId });
  const [file] = await db.select({ key: jobFiles.originalKey }).from(jobFiles).where(itself);
  await storage.delete(stored.filter((key) => key !== file?.key));
}
