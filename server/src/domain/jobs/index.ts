export {
  jobFolder,
  originalKey,
  pageNotDrawnKey,
  pagePictureKey,
  readingKey,
  readingsFolder,
  searchableKey,
  thumbnailKey,
} from "./blob-keys.ts";
export { assembleJob } from "./converting/assemble.task.ts";
export { convertFile } from "./converting/convert.task.ts";
export { zipName } from "./converting/output-names.ts";
export { createJob, insertJob, type NewFile, type Uploader } from "./create.ts";
export { correctJobAddress, forgetCustomer } from "./customer.ts";
export { type Destinations, type MadePdf, type PdfLimit, unlimited } from "./destinations.ts";
export { forgetPractice } from "./forget.ts";
export { groupNeighbours } from "./group-neighbours.ts";
export { canBringBack, canLeaveOutConverted, canReplaceConverted, isEmailText } from "./item-changes.ts";
export { fileEvents } from "./job-events.ts";
export type { FilePage, PageTurn, PdfToRead, Readings } from "./readings.ts";
export { type CountDeliveries, deleteSpare } from "./repairing/items.ts";
export { type OfReplacement, replaceFile, requireReplaceable } from "./repairing/replace.ts";
export { turnPages } from "./repairing/turn-pages.ts";
export { requireActiveFor } from "./sample/active.ts";
export { getSampleJob } from "./sample/state.ts";
export { forgetSearchable, keepSearchable, versionWithText } from "./searchable.ts";
export { type GetJob, restartFailed } from "./service.ts";
export { type FileRef, type FileRow, type JobRef, type JobRow, lockJob, type OutputRow } from "./status.ts";
export { subjectOf } from "./subject.ts";
export { isDocument, isUpload, isUploadOf } from "./uploads.ts";
export { touchJob } from "./versions.ts";
