import { isCounted } from "@sheaf/contracts/counted-files.ts";
import type { FileState, Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { refusals } from "@sheaf/contracts/refusal-words.ts";
import { dateTime } from "../../ui/dates.ts";
import type { LightWord } from "../../ui/light.tsx";
import { count } from "../../ui/words.ts";
import { deliveriesInWords } from "../draft/deliveries.ts";
import { currentDeliveries } from "./delivery-words.ts";

const labels: Record<string, string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
};

/** Returns the status label. A status unknown to this page is shown as "Unknown". */
export const statusLabel = (status: string) => labels[status] ?? "Unknown";

/**
 * Returns the detail beside a job's status in a row: for a completed job when, and the state or recipients of its
 * deliveries.
 * @param options.inbox false where there is no room for the recipients of deliveries without a state worth showing
 */
export function detail(job: Job, { inbox = true } = {}): string {
  const { status, completedAt } = job;
  if (status === "completed") {
    const completed = completedAt ? `Completed ${dateTime(completedAt)}` : "Completed";
    return [completed, job.detail ?? (inbox && inboxesOf(job))].filter(Boolean).join(". ");
  }
  if (status === "failed") return job.detail ?? "Something went wrong. Retry, or upload the files again.";
  if (status === "processing") return describeFilesWaiting(job) ?? "Processing...";
  if (status === "pending") return queued(job);
  return "";
}

/** Returns the text of a job of which no file has been converted yet: why it waits, if there is a reason. */
const queued = (job: Job) => job.detail ?? "Queued for processing";

/** "Inbox: kestrel@app.hubdoc.com and 1 more"; empty without deliveries. */
function inboxesOf(job: Job): string {
  const [first, ...more] = new Set(currentDeliveries(job).map(({ recipient }) => recipient));
  if (first === undefined) return "";
  return more.length > 0 ? `Inbox: ${first} and ${more.length} more` : `Inbox: ${first}`;
}

const words: Record<FileState, LightWord> = {
  waiting: "Pending",
  converting: "Processing",
  converted: "Ready",
  refused: "Needs you",
  failed: "Needs you",
  "left-out": "Left out",
  unpacked: "Unpacked",
  "set-aside": "Set aside",
};

export const fileWord = (state: FileState): LightWord => words[state] ?? "Pending";

/** Returns a file's message; for a file that was left out, without the advice, which no longer applies. */
export const fileMessage = (file: JobFile): string | null =>
  file.state === "left-out" ? withoutAdvice(file) : file.message;

/** Returns the problem of a file without the usual advice. */
export function withoutAdvice({ reason, message }: JobFile): string | null {
  if (!message || !reason) return message;
  const [, remedy] = /\. (.+)$/.exec(refusals[reason]) ?? [];
  return remedy && message.endsWith(remedy) ? message.slice(0, -remedy.length).trim() : message;
}

/** Returns the name that identifies a file within its job: for an item of a container its path. */
export const nameInJob = ({ path, originalName }: Pick<JobFile, "path" | "originalName">) => path ?? originalName;

/** Returns a sentence about the file with its name instead of its path, which stands beside it. */
export const withoutPath = ({ path, originalName }: Pick<JobFile, "path" | "originalName">, sentence: string) =>
  path !== null && sentence.startsWith(path) ? `${originalName}${sentence.slice(path.length)}` : sentence;

/** Returns whether the file waits for a user's action. */
export const isFaulty = ({ state }: Pick<JobFile, "state">) => state === "refused" || state === "failed";

/** Returns the job's files as they are counted everywhere. */
export const filesIn = ({ files }: Pick<Job, "files">) => files.filter(isCounted);
const faultyIn = (job: Job) => job.files.filter(isFaulty);

/** "1 file needs you; 5 are still converting."; undefined unless some files wait for a person while others continue. */
export function describeFilesWaiting(job: Job): string | undefined {
  const faulty = faultyIn(job).length;
  const going = job.files.filter(({ state }) => state === "waiting" || state === "converting").length;
  if (faulty === 0 || going === 0) return undefined;
  return `${count(faulty, "file")} ${faulty === 1 ? "needs" : "need"} you; ${going} ${going === 1 ? "is" : "are"} still converting.`;
}

export const converted = (job: Job) => job.files.filter(({ state }) => state === "converted");
export const pagesOf = (job: Job) => converted(job).reduce((sum, { pages }) => sum + (pages ?? 0), 0);

/** "One PDF", "6 PDFs" */
const pdfs = (n: number) => (n === 1 ? "One PDF" : count(n, "PDF"));

/** Returns the text beside the light of an open job: its progress or its result. */
export function progressWords(job: Job): string {
  const { status, outputs, deliveries } = job;
  const some = describeFilesWaiting(job);
  if (some) return some;
  if (status === "pending") return queued(job);
  const all = filesIn(job).length;
  if (status === "processing") {
    const ready = converted(job).length;
    return ready === all ? "Merging the pages" : `${ready} of ${count(all, "file")} converted`;
  }
  if (status === "failed") {
    const faulty = faultyIn(job).length;
    if (job.emailsToConfirm !== null) return "Waiting for your decision";
    if (job.files.some(({ awaitsChoice }) => awaitsChoice)) return "Waiting for your choice of files";
    if (all === 0) return "No document inside";
    return faulty > 0 ? `${faulty} of ${count(all, "file")} could not be converted` : "The job failed";
  }
  const pages = outputs.reduce((sum, output) => sum + output.pages, 0);
  const made = `${pdfs(outputs.length)}, ${count(pages, "page")}`;
  return deliveries.length === 0 ? made : `${made}, ${deliveriesInWords(job.destination, deliveries.length)}`;
}
