import { setTimeout as delay } from "node:timers/promises";
import { type Job, job } from "@sheaf/contracts/jobs.ts";
import { z } from "zod";
import { newId } from "../../src/platform/ids.ts";
import type { TestBed } from "./test-bed.ts";

export type Content = string | Uint8Array<ArrayBuffer>;

/** An HTTP client of a practice that has paid. All attempts of an upload have the same Idempotency-Key. */
export interface PracticeClient {
  practiceId: string;
  customerId: string;
  /** The credentials of its one user. */
  username: string;
  password: string;
  /** Returns error responses too; throws only when there is no response. */
  get(path: string): Promise<Response>;
  /** Makes one attempt. */
  send(key: string, name: string, content: Content): Promise<Response>;
  /** Tries with the same key until the upload is accepted. @returns the job's id */
  submit(name: string, content: Content): Promise<string>;
  /** Names of the accepted files, by the job's id. */
  taken: Map<string, string>;
  /** Waits until the job has ended. @throws Error when that takes longer */
  ended(jobId: string, withinMs: number): Promise<Job>;
}

const pauseMs = 250;
const submitWithinMs = 120_000;
const manyDocuments = 1_000_000;
const password = "correct horse battery staple";
const withId = z.object({ id: z.string() });

/** Opens a practice whose emails do not wait for Undo and whose allowance is practically unlimited. */
export async function openPracticeClient(bed: Pick<TestBed, "query" | "url">): Promise<PracticeClient> {
  await bed.query("update installation_set_up set ended_at = coalesce(ended_at, now())");
  const username = `anna-${newId().slice(-12)}`;
  const registered = await fetch(`${bed.url}/api/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      username,
      password,
      practiceName: "Okafor & Co",
      email: `${username}@example.com`,
      firstName: "Anna",
      lastName: "Okafor",
    }),
  });
  if (!registered.ok) throw new Error(`Registering failed: ${await registered.text()}`);
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { practice } = z.object({ practice: withId }).parse(await registered.json());
  const practiceId = practice.id;
  await pay(bed, practiceId);

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${bed.url}${path}`, {
      ...init,
      headers: { cookie, ...init.headers },
      signal: AbortSignal.timeout(60_000),
    });
  const added = await call("/api/customers", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Bright Bakery", email: "bright@example.com" }),
  });
  const { id: customerId } = withId.parse(await added.json());

  const send: PracticeClient["send"] = (key, name, content) => {
    const body = new FormData();
    body.append("customerId", customerId);
    body.append("sendEmail", "true");
    body.append("files", new Blob([content]), name);
    return call("/api/jobs", { method: "POST", body, headers: { "idempotency-key": key } });
  };
  const taken: PracticeClient["taken"] = new Map();
  return {
    practiceId,
    customerId,
    username,
    password,
    taken,
    send,
    get: (path) => call(path),
    async submit(name, content) {
      const key = newId();
      const deadline = Date.now() + submitWithinMs;
      for (;;) {
        const answer = await send(key, name, content).catch(() => undefined);
        const body = await answer?.text().catch(() => undefined);
        if (answer?.status === 201 && body) {
          const { id } = withId.parse(JSON.parse(body));
          taken.set(id, name);
          return id;
        }
        if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`Refused: ${body}`);
        if (Date.now() > deadline) throw new Error(`${name} was not taken: ${answer?.status ?? "no answer"}`);
        await delay(pauseMs);
      }
    },
    async ended(jobId, withinMs) {
      const deadline = Date.now() + withinMs;
      for (;;) {
        const answer = await call(`/api/jobs/${jobId}`).catch(() => undefined);
        const read = answer?.ok ? job.safeParse(await answer.json().catch(() => undefined)).data : undefined;
        if (read?.status === "completed" || read?.status === "failed") return read;
        if (Date.now() > deadline)
          throw new Error(`Job ${jobId} is ${read?.status ?? "out of reach"} after ${withinMs} ms`);
        await delay(100);
      }
    },
  };
}

async function pay(bed: Pick<TestBed, "query">, practiceId: string): Promise<void> {
  await bed.query("update practices set undo_seconds = 0 where id = $1", [practiceId]);
  await bed.query(
    `insert into periods (practice_id, id, plan_id, payment_id, starts_at, ends_at, documents_allowed)
     select $1, gen_random_uuid(), plans.id, gen_random_uuid(), now() - interval '10 days', now() + interval '20 days', $2
     from plans where slug = 'growth'`,
    [practiceId, manyDocuments],
  );
}
