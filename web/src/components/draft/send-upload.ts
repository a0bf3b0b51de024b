import type { Job } from "@sheaf/contracts/jobs.ts";
import type { QueryClient } from "@tanstack/react-query";
import { userQuery } from "../../api/accounts.ts";
import { changeReader } from "../../api/change-reader.ts";
import { putJob } from "../../api/put-job.ts";
import { Failure } from "../../ui/failure.ts";
import { showDone } from "../../ui/toast.tsx";
import { type Choices, signature, uploadForm } from "./choices.ts";
import type { ChosenFile } from "./chosen-files.ts";
import { mayBecomeMore } from "./file-problems.ts";
import { newKey, sendFiles } from "./send-files.ts";
import { describeUploaded } from "./upload-summary.ts";

/** Everything that is sent: the files in their order, and all choices as shown. */
export interface Upload {
  customerId: string;
  files: ChosenFile[];
  choices: Choices;
}

/** An attempt to send something. */
export interface Attempt {
  sign: string;
  key: string;
}

/** @returns the last attempt where it was for the same upload, so that the server does not make a second job of it */
function attemptAt({ customerId, files, choices }: Upload, last: Attempt | undefined): Attempt {
  const sign = signature(customerId, files, choices);
  return last?.sign === sign ? last : { sign, key: newKey() };
}

/** @throws Failure naming the file that cannot be read any more; anything else that `sendFiles` throws */
function sendUpload({ customerId, files, choices }: Upload, { key }: Attempt, signal: AbortSignal): Promise<Job> {
  return sendFiles(
    () => uploadForm(customerId, files, choices),
    key,
    signal,
    // A browser that cannot read a file reports a failure to send, as if the connection were broken.
    async () => {
      const gone = await firstUnreadable(files);
      if (!gone) return;
      const sentence = `${gone.name} was changed or moved after it was chosen. Remove it and choose it again.`;
      throw new Failure("A chosen file cannot be read any more", sentence);
    },
  );
}

/** Returns the first file that cannot be read. Browsers refuse to read a file that changed after it was chosen. */
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

/** @param keptOnly the installation stores emails in its outbox instead of sending them */
function showSent(client: QueryClient, job: Job, { files, choices }: Upload, keptOnly: boolean): void {
  const { customer } = job;
  putJob(client, job);
  changeReader(client).readCounts(job);
  const unconfirmed = client.getQueryData(userQuery.queryKey)?.emailVerified === false;
  const facts = { customer, files: files.length, more: mayBecomeMore(files), choices, keptOnly, unconfirmed };
  showDone("Upload successful", describeUploaded(facts));
}

/** Functions that send an upload and show its result. */
export const sending = { attemptAt, sendUpload, showSent };
export type Sending = typeof sending;
