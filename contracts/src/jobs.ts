import { z } from "zod";
import { delivery } from "./deliveries.ts";
import { destinationKindNames } from "./destination-kinds.ts";
import { blankIsNull, flag, givenDay, id, instant, line, pageQuery } from "./fields.ts";
import { fileReading } from "./file-reading.ts";
import { containerLimits, selectedItems } from "./limits.ts";
import { refusal, warning } from "./refusals.ts";

export const jobStatuses = ["pending", "processing", "completed", "failed"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The text fields of POST /api/jobs; they may precede, follow or be mixed with the repeated `files` field. */
export const jobFields = z.object({
  customerId: z
    .string({ error: "Please select a customer for this upload." })
    .trim()
    .min(1, "Please select a customer for this upload."),
  sendEmail: flag("sendEmail"),
  /** The kind of destination of the job's deliveries. */
  destination: z.enum(destinationKindNames).default("email"),
  separateEmails: flag("separateEmails"),
  /** One PDF per file; implied by separateEmails. */
  separatePdfs: flag("separatePdfs"),
  /** A separate email to the customer's own address; left out when it is the same. */
  copyToCustomer: flag("copyToCustomer"),
  emailSubject: blankIsNull(line(200, "Keep the subject under 201 characters")),
});
export type JobFields = z.infer<typeof jobFields>;

export const fileStates = [
  ...(["waiting", "converting", "converted", "refused", "failed"] as const),
  /** A user continued without it. */
  "left-out",
  /** A container, replaced by the files inside it. */
  "unpacked",
  /** Inside a container and no document by itself, such as a signature's picture; or not chosen. */
  "set-aside",
] as const;
export type FileState = (typeof fileStates)[number];

const jobFile = z
  .object({
    id,
    /** Extension of the name, lower case. */
    type: z.string(),
    originalName: z.string(),
    /** The container that it was in, a file of the same job that precedes it; null for an uploaded file. */
    parentId: id.nullable(),
    /** Path from the uploaded file on: "mail.msg › invoices.zip › 2026/a.pdf"; null for an uploaded file. */
    path: z.string().nullable(),
    /** The text of an email itself, which the customer's `emailText` decides about. */
    isEmailText: z.boolean(),
    sizeBytes: z.int().nonnegative(),
    state: z.enum(fileStates),
    /** Set when the file cannot be converted because of its content. */
    reason: refusal.nullable(),
    /**
     * One sentence that names the file: set when it was refused or failed, and the reason when it was set aside. Null
     * for an item of a container that awaits a choice.
     */
    message: z.string().nullable(),
    /**
     * A container with more documents than the plan has left: a user chooses among its items that are set aside
     * without a message (POST …/choose), or retries the job after an upgrade.
     */
    awaitsChoice: z.boolean(),
    /** An item that a user can still bring back into the job (POST …/bring-back). */
    canBringBack: z.boolean(),
    /** An item with pages that a user can still leave out. A file that was refused or failed always can be. */
    canLeaveOut: z.boolean(),
    /**
     * Pages of it are hard to read, and none of them was sent: a user can still replace it (PUT …). A file that was
     * refused or failed always can be.
     */
    canReplace: z.boolean(),
    pages: z.int().nullable(),
    warnings: z.array(warning),
    /** Duration of the conversion. */
    convertedMs: z.int().nullable(),
    /** Null while there are no pages that could be read, and once they are deleted. */
    reading: fileReading.nullable(),
  })
  .meta({ id: "JobFile" });
export type JobFile = z.infer<typeof jobFile>;

const jobOutput = z
  .object({
    id,
    name: z.string(),
    pages: z.int(),
    sizeBytes: z.int(),
    /** Number of thumbnails of its first pages made so far, at `previewPath`/pages/1.webp and so on. */
    thumbnails: z.int().nonnegative(),
    /** Shows the PDF in the browser; null once it has been deleted. */
    previewPath: z.string().nullable(),
    /**
     * The version that preview and downloads give: it looks the same, and the words of its scans can be found and
     * copied. Null when no page was recognised, or not yet.
     */
    searchable: z.object({ sha256: z.string(), sizeBytes: z.int() }).nullable(),
  })
  .meta({ id: "JobOutput" });
export type JobOutput = z.infer<typeof jobOutput>;

/** The traffic light, computed from files and deliveries for each request. */
export const light = z.object({
  colour: z.enum(["yellow", "green", "red", "grey"]),
  word: z.enum([
    ...(["Pending", "Processing", "Ready", "Sent", "Delivered", "Kept in outbox", "Needs you", "Failed"] as const),
    /** Every email was cancelled. */
    "Not sent",
  ]),
});
export type Light = z.infer<typeof light>;

export const job = z
  .object({
    id,
    /**
     * Increases with every change of the job, its files, PDFs or emails: of two responses, the one with the higher
     * number is newer.
     */
    version: z.int().positive(),
    createdAt: instant,
    completedAt: instant.nullable(),
    status: z.enum(jobStatuses),
    light,
    /** The customer's data when the job was created; `id` is null once the customer is deleted. */
    customer: z.object({ id: id.nullable(), name: z.string(), email: z.string(), outputEmail: z.string().nullable() }),
    files: z.array(jobFile),
    outputs: z.array(jobOutput),
    deliveries: z.array(delivery),
    sendEmail: z.boolean(),
    /** The kind of destination of the job's deliveries. */
    destination: z.enum(destinationKindNames),
    separateEmails: z.boolean(),
    /** Number of emails that wait until a user confirms them (POST …/confirm-emails); null when none do. */
    emailsToConfirm: z.int().nullable(),
    separatePdfs: z.boolean(),
    copyToCustomer: z.boolean(),
    emailSubject: z.string().nullable(),
    uploadedBy: z.string(),
    /** The retention period has ended and originals and PDFs are deleted: no action on the job is possible. */
    filesDeleted: z.boolean(),
    /** URL of the download (a PDF, or a ZIP of several); null until completed and once the files are deleted. */
    pdfPath: z.string().nullable(),
    /** One sentence for each file that needs a user's action; null when none does. */
    errorMessage: z.string().nullable(),
    /**
     * Text that pages, the export and the search show beside the light: `errorMessage`, and every email that needs a
     * user's action, was postponed or was cancelled, with its inbox; or why files wait. Null when there is nothing to
     * report.
     */
    detail: z.string().nullable(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof job>;

/** GET /api/jobs/{id}/files/{fileId}/choice: what a user may choose from a container that awaits it. */
export const itemChoice = z
  .object({
    /** Number of items that may be chosen: what is left of the period that pays for the job, at this moment. */
    documentsLeft: z.int().nonnegative(),
    /** The items among which to choose, in order. */
    itemIds: z.array(id),
  })
  .meta({ id: "ItemChoice" });
export type ItemChoice = z.infer<typeof itemChoice>;

/** POST /api/jobs/{id}/files/{fileId}/choose: the items to convert; the others stay set aside. */
export const chooseItemsInput = z.object({
  itemIds: z.array(id).min(1, "Choose at least one file").max(containerLimits.items),
});

/** POST /api/jobs/{id}/files/{fileId}/bring-back and /leave-out; the body may be missing. */
export const itemActionInput = z
  .object({
    /** For an email's text: always or never print it for this customer from now on. */
    rememberForCustomer: z.boolean().default(false),
  })
  .nullish()
  .transform((body) => ({ rememberForCustomer: body?.rememberForCustomer ?? false }));

/** POST /api/jobs/{id}/confirm-emails */
export const confirmEmailsInput = z.object({
  /** The number that the user was shown (`emailsToConfirm`); refused when it has changed. */
  emails: z.int().positive(),
  /** "together": one email with every PDF instead. */
  send: z.enum(["separate", "together"]),
});
export type ConfirmEmailsInput = z.infer<typeof confirmEmailsInput>;

/** Filter of jobs. All conditions must match. */
export const jobFilter = z.object({
  /** "needs-you" and "not-sent" match the light, whatever the status. */
  status: z.enum([...jobStatuses, "needs-you", "not-sent"]).optional(),
  /** Searched in the customer's name and email, case-insensitively. */
  q: line(200).optional(),
  customerId: id.optional(),
  /** First and last day on which the job was created, both included, in the installation's time zone. */
  from: givenDay.optional(),
  to: givenDay.optional(),
});
export type JobFilter = z.infer<typeof jobFilter>;

/**
 * GET /api/jobs: `cursor` is the id of the last job of the previous page. `X-Total-Count`: number of matching jobs;
 * `X-Practice-Count`: number of all jobs of the practice.
 */
export const listQuery = jobFilter.extend(pageQuery.shape);

/** GET /api/jobs/download: `ids` are separated by commas. */
export const severalJobs = z.object({
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(id).min(1).max(selectedItems)),
});

/** GET /api/jobs/counts accepts every filter but the status: the numbers beside the status filter. */
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
