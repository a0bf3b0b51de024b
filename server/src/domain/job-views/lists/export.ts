import { csvLine, csvStart } from "@sheaf/contracts/csv.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { minuteOf } from "../../../platform/calendar-day.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type JobQuery, readPage } from "./list.ts";

/** A job may have 500 files, which are all in memory with it. */
const pageSize = 100;

const heads = [
  "Uploaded",
  "Customer",
  "Email",
  "Inbox",
  "Files",
  "Pages",
  "Status",
  "Light",
  "Completed",
  "Uploaded by",
  "Emails to",
  "Detail",
];

/** Yields the audit trail as CSV, newest first, one page of lines at a time to limit the use of memory. */
export async function* exportJobs(db: Db, query: JobQuery): AsyncGenerator<string> {
  yield csvStart + csvLine(heads);
  let cursor: string | null | undefined;
  do {
    const page: { jobs: Job[]; next: string | null } = await readPage(db, query, {
      limit: pageSize,
      cursor: cursor ?? undefined,
    });
    if (page.jobs.length > 0) yield page.jobs.map((job) => csvLine(cells(job, query.timeZone))).join("");
    cursor = page.next;
  } while (cursor);
}

function cells(job: Job, timeZone: string): (string | number | null)[] {
  const { customer, files, outputs, deliveries } = job;
  const made = outputs.reduce((sum, { pages }) => sum + pages, 0);
  const current = deliveries.filter(({ replacedById }) => replacedById === null);
  return [
    minuteOf(new Date(job.createdAt), timeZone), // spreadsheets recognise it as a date
    customer.name,
    customer.email,
    customer.outputEmail,
    filesCell(files),
    outputs.length > 0 ? made : null,
    labels[job.status],
    job.light.word,
    job.completedAt && minuteOf(new Date(job.completedAt), timeZone),
    job.uploadedBy,
    [...new Set(current.map(({ recipient }) => recipient))].join("; "),
    job.detail,
  ];
}

/** Spreadsheets refuse cells of more than 32,767 characters. */
const maxNamesLength = 32_000;

/** Lists the files: those of a container instead of the container, with their path. */
function filesCell(files: Job["files"]): string {
  const names = files
    .filter(({ state }) => state !== "unpacked" && state !== "set-aside")
    .map(({ path, originalName }) => path ?? originalName);
  let length = 0;
  const shown = names.filter((name) => {
    length += name.length + 2;
    return length <= maxNamesLength;
  });
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

const labels = { pending: "Pending", processing: "Processing", completed: "Completed", failed: "Failed" } as const;
