import type { Job } from "@sheaf/contracts/jobs.ts";
import { outputPages } from "@sheaf/contracts/limits.ts";
import { refusal } from "@sheaf/contracts/refusals.ts";
import type { DeliveryRow } from "../delivery/index.ts";
import type { FileRow, JobRow, OutputRow } from "../jobs/index.ts";
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
export function toJob({ job, files, outputs, deliveries }: ProjectedJob): Job {
  const path = `/api/jobs/${job.id}`;
  const deleted = job.filesDeletedAt !== null;
  const error = errorMessage(job, files);
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
    files: files.map((file) => ({
      id: file.id,
      type: file.type,
      originalName: file.originalName,
      sizeBytes: file.sizeBytes,
      state: file.state,
      reason: file.reason === null ? null : refusal.parse(file.reason),
      message: file.message,
      pages: file.pages,
      warnings: file.warnings,
      convertedMs: file.convertedMs,
    })),
    outputs: outputs.filter(isResult).map((output) => ({
      id: output.id,
      name: output.name,
      pages: output.pages,
      sizeBytes: output.sizeBytes,
      thumbnails: deleted ? 0 : output.thumbnails,
      previewPath: deleted || output.blobKey === null ? null : `${path}/outputs/${output.id}`,
    })),
    deliveries: deliveries.map((delivery) => toDelivery(delivery, outputs)),
    sendEmail: job.sendEmail,
    destination: job.destination,
    separateEmails: job.separateEmails,
    separatePdfs: job.separatePdfs,
    copyToCustomer: job.copyToCustomer,
    emailSubject: job.emailSubject,
    uploadedBy: job.uploadedByName,
    filesDeleted: deleted,
    pdfPath: job.status === "completed" && !deleted ? `${path}/download` : null,
    errorMessage: error,
    detail: detailOf(error, deliveries) ?? waitOf(files),
  };
}

/** Excludes PDFs that were made only for an email: they are not results of the job. */
export const isResult = ({ purpose }: Pick<OutputRow, "purpose">) => purpose === "result";

function errorMessage(job: ProjectedJob["job"], files: ProjectedJob["files"]): string | null {
  const sentences = files.flatMap((file) =>
    file.state === "refused" || file.state === "failed"
      ? (file.message ?? `${file.originalName} was not converted.`)
      : [],
  );
  if (sentences.length > 0) return sentences.join(" ");
  return job.status === "failed" ? assemblySentence(job, files) : null;
}

/** Returns the message of a failed job whose files are all converted: assembling the PDF failed. */
function assemblySentence({ separatePdfs }: ProjectedJob["job"], files: ProjectedJob["files"]): string {
  const pages = files.reduce((sum, file) => sum + (file.pages ?? 0), 0);
  const count = (number: number) => number.toLocaleString("en-GB");
  if (pages > outputPages && !separatePdfs) {
    return `The files make ${count(pages)} pages together, and one PDF holds ${count(outputPages)}. Upload them in smaller parts.`;
  }
  return "The PDF could not be created because of an error on our side. Try again.";
}
