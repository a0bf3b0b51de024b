import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { periods } from "../../src/domain/billing/table.ts";
import { jobFolder } from "../../src/domain/jobs/blob-keys.ts";
import { practices } from "../../src/domain/practices/table.ts";
import type { Answer } from "../client.ts";
import { type SignedIn, signIn, type TestServer } from "../server.ts";

/** Name and content of a file; a string stands for its UTF-8 bytes. */
export type NewFile = [name: string, content: string | Uint8Array<ArrayBuffer>];

/** Returns the form of an upload with these files and nothing else. */
export function formOf(...files: NewFile[]): FormData {
  const form = new FormData();
  for (const [name, content] of files) form.append("files", new Blob([content]), name);
  return form;
}

export interface Practice extends SignedIn {
  customerId: string;
  /**
   * A form with the practice's customer and these files; `fields` come after the files, and undefined omits a field.
   */
  form(files: NewFile[], fields?: Record<string, string | undefined>): FormData;
  send(
    files: NewFile[],
    fields?: Record<string, string | undefined>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Like `send`, but expects that the upload is accepted. */
  job(files: NewFile[], fields?: Record<string, string | undefined>): Promise<Job>;
  read(jobId: string): Promise<Job>;
  /**
   * Waits until the job has ended and none of its emails is on its way; and until its pages are read, unless the real
   * engine reads them.
   */
  ended(jobId: string, timeoutMs?: number): Promise<Job>;
  documentsUsed(): Promise<number>;
  /** Keys of everything stored for the practice. */
  blobs(): Promise<string[]>;
  expire(): Promise<void>;
}

/** Opens a practice that has paid, with one customer. Its emails do not wait for Undo. `confirmed` as in `signIn`. */
export async function openPractice(server: TestServer, plan = "solo", { confirmed = true } = {}): Promise<Practice> {
  const { db, storage } = server.services;
  const member = await signIn(server, { plan, confirmed });
  const { practiceId } = member;
  const added = await member.post("/api/customers", { name: "Bright Bakery", email: "bright@example.com" });
  const customerId: string = added.json().id;
  await db.update(practices).set({ undoSeconds: 0 }).where(eq(practices.id, practiceId));

  const form: Practice["form"] = (files, fields = {}) => {
    const data = formOf(...files);
    for (const [name, value] of Object.entries({ customerId, ...fields })) {
      if (value !== undefined) data.append(name, value);
    }
    return data;
  };
  const send: Practice["send"] = (files, fields, headers) => member.upload("/api/jobs", form(files, fields), headers);
  const read = async (jobId: string): Promise<Job> => (await member.get(`/api/jobs/${jobId}`)).json();
  return {
    ...member,
    customerId,
    form,
    send,
    read,
    async job(files, fields) {
      const answer = await send(files, fields);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json();
    },
    ended: (jobId, timeoutMs = 30_000) =>
      vi.waitFor(
        async () => {
          const job = await read(jobId);
          expect(["completed", "failed"]).toContain(job.status);
          for (const { reading } of server.hasRealEngine ? [] : job.files) expect(reading?.state).not.toBe("waiting");
          for (const { state } of job.deliveries) expect(deliveriesUnderWay).not.toContain(state);
          return job;
        },
        // Each request takes some milliseconds of a processor, which the conversion could use.
        { timeout: timeoutMs, interval: 100 },
      ),
    documentsUsed: async () => (await member.get("/api/usage")).json().documentsUsedThisMonth,
    async blobs() {
      const keys: string[] = [];
      for await (const { key } of storage.list(jobFolder(practiceId, "").replace(/\/$/, ""))) keys.push(key);
      return keys;
    },
    async expire() {
      const before = { startsAt: new Date("2026-01-01"), endsAt: new Date("2026-01-31") };
      await db.update(periods).set(before).where(eq(periods.practiceId, practiceId));
    },
  };
}
