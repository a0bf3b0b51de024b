import { z } from "zod";
import { delivery } from "./deliveries.ts";
import { destinationKindNames } from "./destination-kinds.ts";
import { blankIsNull, flag, givenDay, id, instant, oneLine } from "./fields.ts";
import { selectedItems } from "./limits.ts";
import { refusal, warning } from "./refusals.ts";

export const jobStatuses = ["pending", "processing", "completed", "failed"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The text fields of POST /api/jobs; they may come before, between or after the repeated `files`. */
export const jobFields = z.object({
  customerId: z
    .string({ error: "Please select a customer for this upload." })
    .trim()
    .min(1, "Please select a customer for this upload."),
  sendEmail: flag("sendEmail"),
  /** The kind of place that what is sent goes to. */
  destination: z.enum(destinationKindNames).default("email"),
  separateEmails: flag("separateEmails"),
  /** One PDF per file; implied by separateEmails. */
  separatePdfs: flag("separatePdfs"),
  /** A separate email to the customer's own address; left out when it is the same. */
  copyToCustomer: flag("copyToCustomer"),
  emailSubject: blankIsNull(
    z
      .string()
      .trim()
      .max(200, "Keep the subject under 201 characters")
      .regex(...oneLine),
  ),
});
export type JobFields = z.infer<typeof jobFields>;

export const fileStates = ["waiting", "converting", "converted", "refused", "failed", "left-out", "unpacked"] as const;
export type FileState = (typeof fileStates)[number];

const jobFile = z
  .object({
    id,
    /** Extension of the name, lower case. */
    type: z.string(),
    originalName: z.string(),
    sizeBytes: z.int().nonnegative(),
    state: z.enum(fileStates),
    /** Set when the file is at fault. */
    reason: refusal.nullable(),
    /** One sentence that names the file; set when it is refused or failed. */
    message: z.string().nullable(),
    pages: z.int().nullable(),
    warnings: z.array(warning),
    /** Time the conversion took. */
    convertedMs: z.int().nullable(),
  })
  .meta({ id: "JobFile" });
export type JobFile = z.infer<typeof jobFile>;

const jobOutput = z
  .object({
    id,
    name: z.string(),
    pages: z.int(),
    sizeBytes: z.int(),
    /** Small pictures of its first pages that exist by now, at `previewPath`/pages/1.webp and so on. */
    thumbnails: z.int().nonnegative(),
    /** Shows the PDF in the browser; null once it has been deleted. */
    previewPath: z.string().nullable(),
  })
  .meta({ id: "JobOutput" });
export type JobOutput = z.infer<typeof jobOutput>;

/** The traffic light: derived from files and deliveries whenever it is asked for. */
export const light = z.object({
  colour: z.enum(["yellow", "green", "red", "grey"]),
  word: z.enum([
    ...(["Pending", "Processing", "Ready", "Sent", "Delivered", "Kept in outbox", "Needs you", "Failed"] as const),
    /** Every email was taken back. */
    "Not sent",
  ]),
});
export type Light = z.infer<typeof light>;

export const job = z
  .object({
    id,
    /**
     * Rises with every change of the job, its files, PDFs or emails: of two answers the one with the higher number is
     * newer.
     */
    version: z.int().positive(),
    createdAt: instant,
    completedAt: instant.nullable(),
    status: z.enum(jobStatuses),
    light,
    /** As they were when the job was made; `id` is null once the customer is deleted. */
    customer: z.object({ id: id.nullable(), name: z.string(), email: z.string(), outputEmail: z.string().nullable() }),
    files: z.array(jobFile),
    outputs: z.array(jobOutput),
    deliveries: z.array(delivery),
    sendEmail: z.boolean(),
    /** The kind of place that what is sent goes to. */
    destination: z.enum(destinationKindNames),
    separateEmails: z.boolean(),
    separatePdfs: z.boolean(),
    copyToCustomer: z.boolean(),
    emailSubject: z.string().nullable(),
    uploadedBy: z.string(),
    /** Retention has taken originals and PDFs: nothing of the job can be done again. */
    filesDeleted: z.boolean(),
    /** The download's URL (PDF, or zip of several); null until completed and once the files are deleted. */
    pdfPath: z.string().nullable(),
    /** Every file that needs a person, one sentence each; null when none does. */
    errorMessage: z.string().nullable(),
    /**
     * What a row, the export and the search say of the job beside its light: `errorMessage`, and every email that needs
     * a person, was put off or was taken back, with its inbox. Null when there is nothing to say.
     */
    detail: z.string().nullable(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof job>;

/** Which jobs are meant. All conditions hold together. */
export const jobFilter = z.object({
  /** "needs-you" and "not-sent": that is what the light says, whatever the status. */
  status: z.enum([...jobStatuses, "needs-you", "not-sent"]).optional(),
  /** In the customer's name or email, in any case. */
  q: z
    .string()
    .trim()
    .max(200)
    .regex(...oneLine)
    .optional(),
  customerId: id.optional(),
  /** Days on which the job was made, both included, in the installation's time zone. */
  from: givenDay.optional(),
  to: givenDay.optional(),
});
export type JobFilter = z.infer<typeof jobFilter>;

/**
 * GET /api/jobs: `cursor` is the id of the last job already seen. `X-Total-Count`: jobs that match; `X-Practice-Count`:
 * all of the practice's.
 */
export const listQuery = jobFilter.extend({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.uuid().optional(),
});

/** GET /api/jobs/download: `ids` are separated by commas. */
export const severalJobs = z.object({
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(id).min(1).max(selectedItems)),
});

/** GET /api/jobs/counts with every filter but the status: the numbers beside the status filter. */
export const jobCounts = z
  .object({
    all: z.int(),
    pending: z.int(),
    processing: z.int(),
    completed: z.int(),
    failed: z.int(),
    "needs-you": z.int(),
    "not-sent": z.int(),
  })
  .meta({ id: "JobCounts" });
export type JobCounts = z.infer<typeof jobCounts>;
