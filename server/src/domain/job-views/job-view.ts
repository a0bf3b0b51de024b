import { isCounted } from "@sheaf/contracts/counted-files.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { outputPages } from "@sheaf/contracts/limits.ts";
import { refusal } from "@sheaf/contracts/refusals.ts";
import { count, number } from "@sheaf/contracts/words.ts";
import type { DeliveryRow } from "../delivery/index.ts";
import {
  canBringBack,
  canLeaveOutConverted,
  canReplaceConverted,
  type FileRow,
  isEmailText,
  type JobRow,
  type OutputRow,
} from "../jobs/index.ts";
import { readingOf } from "../readings/index.ts";
import { toDelivery } from "./delivery-view.ts";
import { detailOf, waitOf } from "./job-detail.ts";
import { lightOf } from "./light.ts";
import type { ProjectedJob } from "./projected-jobs.ts";

/** A job with its files, outputs and deliveries, each in order. */
export interface JobRows {
  job: JobRow;
  files: FileRow[];
  outputs: OutputRow[];
  deliveries: DeliveryRow[];
}

/** Converts a job to its API form. */
export function toJob(rows: ProjectedJob): Job {
  const { job, files, outputs, deliveries } = rows;
  const path = `/api/jobs/${job.id}`;
  const deleted = job.filesDeletedAt !== null;
  const shownFiles = toFiles(rows);
  const error = errorMessage(job, files, shownFiles);
  return {
    id: job.id,
    version: [job, ...files, ...outputs, ...deliveries].reduce((sum, row) => sum + row.version, 0),
    createdAt: job.createdAt,
    completedAt: job.completedAt,
    status: job.status,
    light: lightOf(job.status, files, deliveries, deleted),
    customer: {
      id: job.customerId,
      name: job.customerName,
      email: job.customerEmail,
      outputEmail: job.customerOutputEmail,
    },
    files: shownFiles,
    outputs: outputs.filter(isResult).map((output) => ({
      id: output.id,
      name: output.name,
      pages: output.pages,
      sizeBytes: output.sizeBytes,
      thumbnails: deleted ? 0 : output.thumbnails,
      previewPath: deleted || output.blobKey === null ? null : `${path}/outputs/${output.id}`,
      searchable: searchableOf(output),
    })),
    deliveries: deliveries.map((delivery) => toDelivery(delivery, outputs)),
    sendEmail: job.sendEmail,
    destination: job.destination,
    separateEmails: job.separateEmails,
    emailsToConfirm: job.emailsToConfirm,
    separatePdfs: job.separatePdfs,
    copyToCustomer: job.copyToCustomer,
    emailSubject: job.emailSubject,
    uploadedBy: job.uploadedByName,
    filesDeleted: deleted,
    pdfPath: job.status === "completed" && !deleted ? `${path}/download` : null,
    errorMessage: error,
    detail: detailOf(error, deliveries) ?? waitOf(job.status, shownFiles, rows.practice),
  };
}

function toFiles({ job, files, deliveries, readings, practice }: ProjectedJob): Job["files"] {
  const undecided = new Set(files.filter(({ awaitsChoice }) => awaitsChoice).map(({ id }) => id));
  const containers = new Set(files.map(({ parentId }) => parentId));
  const counted = files.filter(isCounted).length;
  const stays = { filesDeleted: job.filesDeletedAt !== null, separateEmails: job.separateEmails };
  const facts = { ...stays, deliveries: deliveries.length };
  const readingIn = (file: ProjectedJob["files"][number]) =>
    job.sample ? null : readingOf(file, readings, practice, job);
  return files
    .map((file) => ({ file, reading: readingIn(file) }))
    .map(({ file, reading }) => ({
      id: file.id,
      type: file.type,
      originalName: file.originalName,
      parentId: file.parentId,
      path: file.path,
      isEmailText: isEmailText(file),
      sizeBytes: file.sizeBytes,
      state: file.state,
      reason: file.reason === null ? null : refusal.parse(file.reason),
      message: file.message,
      awaitsChoice: file.awaitsChoice,
      canBringBack: canBringBack(file, facts) && !undecided.has(file.parentId ?? "") && !containers.has(file.id),
      canLeaveOut: canLeaveOutConverted(file, facts) && counted > 1,
      canReplace: reading !== null && reading.findings.length > 0 && canReplaceConverted(file, facts),
      pages: file.pages,
      warnings: file.warnings,
      convertedMs: file.convertedMs,
      reading,
    }));
}

function searchableOf({
  searchableBytes,
  searchableSha256,
}: Pick<OutputRow, "searchableBytes" | "searchableSha256">): Job["outputs"][number]["searchable"] {
  if (searchableBytes === null || searchableSha256 === null) return null;
  return { sha256: searchableSha256, sizeBytes: searchableBytes };
}

/** Excludes PDFs that were made only for an email: they are not results of the job. */
export const isResult = ({ purpose }: Pick<OutputRow, "purpose">) => purpose === "result";

function errorMessage(job: ProjectedJob["job"], files: ProjectedJob["files"], shownFiles: Job["files"]): string | null {
  const sentences = files.flatMap((file) =>
    file.state === "refused" || file.state === "failed"
      ? (file.message ?? `${file.path ?? file.originalName} was not converted.`)
      : [],
  );
  if (job.status === "failed" && job.emailsToConfirm !== null)
    sentences.push(refusedSentence(job, shownFiles) ?? confirmationSentence(job, job.emailsToConfirm));
  if (sentences.length > 0) return sentences.join(" ");
  if (job.status !== "failed") return null;
  return files.some(isCounted) ? assemblySentence(job, files) : nothingSentence(files);
}

/** Returns the message of a job whose emails wait, when its readings name no page that is the reason. */
function confirmationSentence(job: ProjectedJob["job"], emails: number): string {
  if (job.separateEmails && emails > 1) {
    return `This job would send ${number(emails)} emails. Confirm them, or send one email with all PDFs.`;
  }
  // A single email is only held because of its pages. What was read on them has been erased meanwhile.
  return `Pages of this job were hard to read, and ${inboxOf(job)} may refuse them. ${confirmToSend(job, "them")}`;
}

const inboxOf = ({ customerOutputEmail, customerEmail }: ProjectedJob["job"]): string =>
  destinationOf(customerOutputEmail ?? customerEmail)?.name ?? "the inbox";

const confirmToSend = ({ emailsToConfirm }: ProjectedJob["job"], them: string): string =>
  `Confirm the ${emailsToConfirm === 1 ? "email" : "emails"} to send ${them} anyway.`;

/** Returns the message of a job whose inbox would refuse pages; null when there are none. */
function refusedSentence(job: ProjectedJob["job"], files: Job["files"]): string | null {
  const refused = files.flatMap((file) =>
    (file.reading?.findings ?? []).filter(({ severity }) => severity === "hold").map(({ page }) => ({ file, page })),
  );
  const [first, ...others] = refused;
  if (!first) return null;
  const page = `Page ${first.page} of ${first.file.path ?? first.file.originalName}`;
  const pages = others.length === 0 ? page : `${page} and ${count(others.length, "other page")}`;
  const [are, them] = others.length === 0 ? ["is", "it"] : ["are", "them"];
  const confirm = confirmToSend(job, them);
  const held = new Set(refused.map(({ file }) => file));
  const canReplace = [...held].every((file) => file.canReplace);
  const remedy = canReplace ? `Replace the ${held.size === 1 ? "file" : "files"}, or c${confirm.slice(1)}` : confirm;
  return `${pages} ${are} hard to read, and ${inboxOf(job)} may refuse ${them}. ${remedy}`;
}

/** Returns the message of a job whose containers hold no document. */
function nothingSentence(files: ProjectedJob["files"]): string {
  const names = files.filter(({ state, parentId }) => state === "unpacked" && parentId === null);
  const subject = names.map(({ originalName }) => originalName).join(" and ");
  const [holds, them] = names.length === 1 ? ["holds", "it"] : ["hold", "them"];
  return `${subject} ${holds} no document: everything inside was set aside. Bring back what you need, or upload ${them} again.`;
}

/** Returns the message of a failed job whose files are all converted: assembling the PDF failed. */
function assemblySentence({ separatePdfs }: ProjectedJob["job"], files: ProjectedJob["files"]): string {
  const pages = files.reduce((sum, file) => sum + (file.pages ?? 0), 0);
  if (pages > outputPages && !separatePdfs) {
    return `The files make ${number(pages)} pages together, and one PDF holds ${number(outputPages)}. Upload them in smaller parts.`;
  }
  return "The PDF could not be created because of an error on our side. Try again.";
}
