import type { Job } from "@sheaf/contracts/jobs.ts";
import type { QueryClient } from "@tanstack/react-query";
import { putJob, refreshAround } from "../../api/job-changes.ts";
import { showDone } from "../../ui/toast.tsx";
import { type Choices, signature, uploadForm } from "./choices.ts";
import type { ChosenFile } from "./chosen-files.ts";
import { saysUploaded } from "./says.ts";
import { newKey, sendFiles } from "./send-files.ts";

/** What is sent: the files in their order, and every choice as it stood on screen. */
export interface Upload {
  customerId: string;
  files: ChosenFile[];
  choices: Choices;
}

/** One try to send something. */
export interface Attempt {
  sign: string;
  key: string;
}

/** @returns the last attempt where it was for the same: the server must not make a second job of it */
function attemptAt({ customerId, files, choices }: Upload, last: Attempt | undefined): Attempt {
  const sign = signature(customerId, files, choices);
  return last?.sign === sign ? last : { sign, key: newKey() };
}

function sendUpload(upload: Upload, { key }: Attempt, signal: AbortSignal): Promise<Job> {
  return sendFiles(uploadForm(upload.customerId, upload.files, upload.choices), key, signal);
}

/** @param keptOnly no email leaves this installation */
function tellSent(client: QueryClient, job: Job, { files, choices }: Upload, keptOnly: boolean): void {
  const { customer } = job;
  putJob(client, job);
  refreshAround(client);
  showDone("Upload successful", saysUploaded({ customer, files: files.length, choices, keptOnly }));
}

/** How an upload goes out and is told of. */
export const sending = { attemptAt, sendUpload, tellSent };
export type Sending = typeof sending;
