import type { Job } from "@sheaf/contracts/jobs.ts";
import type { QueryClient } from "@tanstack/react-query";
import { userQuery } from "../../api/accounts.ts";
import { putJob, refreshAround } from "../../api/job-changes.ts";
import { Failure } from "../../ui/failure.ts";
import { showDone } from "../../ui/toast.tsx";
import { type Choices, signature, uploadForm } from "./choices.ts";
import type { ChosenFile } from "./chosen-files.ts";
import { newKey, sendFiles } from "./send-files.ts";
import { describeUploaded } from "./upload-summary.ts";

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

/** @throws Failure naming the file that cannot be read any more; whatever else `sendFiles` throws */
function sendUpload({ customerId, files, choices }: Upload, { key }: Attempt, signal: AbortSignal): Promise<Job> {
  return sendFiles(
    () => uploadForm(customerId, files, choices),
    key,
    signal,
    // A browser that may not read a file says no more than that nothing could be sent, as if the connection were at
    // fault.
    async () => {
      const gone = await firstUnreadable(files);
      if (!gone) return;
      const sentence = `${gone.name} was changed or moved after it was chosen. Remove it and choose it again.`;
      throw new Failure("A chosen file cannot be read any more", sentence);
    },
  );
}

/** Browsers hand out a file only as it was when it was chosen. */
async function firstUnreadable(files: ChosenFile[]): Promise<File | undefined> {
  for (const { file } of files) {
    const readable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!readable) return file;
  }
  return undefined;
}

/** @param keptOnly no email leaves this installation */
function tellSent(client: QueryClient, job: Job, { files, choices }: Upload, keptOnly: boolean): void {
  const { customer } = job;
  putJob(client, job);
  refreshAround(client);
  const unconfirmed = client.getQueryData(userQuery.queryKey)?.emailVerified === false;
  showDone("Upload successful", describeUploaded({ customer, files: files.length, choices, keptOnly, unconfirmed }));
}

/** How an upload goes out and is told of. */
export const sending = { attemptAt, sendUpload, tellSent };
export type Sending = typeof sending;
