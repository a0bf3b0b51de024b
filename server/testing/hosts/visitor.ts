import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Job, job } from "@sheaf/contracts/jobs.ts";
import { z } from "zod";
import { endSetUp } from "../../src/app/set-up/state.ts";
import { recordManualPayment } from "../../src/domain/billing/ledger/payments.ts";
import type { Db } from "../../src/platform/db/connect.ts";
import { newId } from "../../src/platform/ids.ts";
import { until } from "./until.ts";

export type NewFile = [name: string, content: string | Uint8Array<ArrayBuffer>];

/**
 * A user of a practice that has paid, whose requests can go to any API of the installation: each call takes the API's
 * URL.
 */
export interface Visitor {
  practiceId: string;
  get(api: string, path: string): Promise<Response>;
  /** @param key value of the Idempotency-Key header; by default a new one */
  upload(api: string, files: NewFile[], key?: string): Promise<Response>;
  /** Waits until the job is completed. */
  completed(api: string, jobId: string, withinMs: number): Promise<Job>;
  /** Opens the event stream. */
  listen(api: string): Promise<Stream>;
}

export interface Stream {
  /** Resolves when these words have been received. */
  heard(words: string): Promise<void>;
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  close(): void;
}

const withId = z.object({ id: z.string() });

/** Signs up at this API, pays, and adds a customer. */
export async function openVisitor(api: string, db: Db): Promise<Visitor> {
  await db.transaction(endSetUp);
  const username = `anna-${newId().slice(-12)}`;
  const registered = await send(`${api}/api/register`, {
    username,
    password: "correct horse battery staple",
    practiceName: "Okafor & Co",
    email: `${username}@example.com`,
    firstName: "Anna",
    lastName: "Okafor",
  });
  const [cookie = ""] = registered.headers.getSetCookie().map((line) => line.split(";")[0]);
  const { id: practiceId } = z.object({ practice: withId }).parse(await registered.json()).practice;
  await db.transaction((tx) =>
    recordManualPayment(tx, { practiceId, planSlug: "growth", reference: `BACS ${username}` }),
  );
  const added = await send(`${api}/api/customers`, { name: "Bright Bakery", email: "bright@example.com" }, { cookie });
  const { id: customerId } = withId.parse(await added.json());

  const get: Visitor["get"] = (from, path) => fetch(`${from}${path}`, { headers: { cookie } });
  return {
    practiceId,
    get,
    upload(to, files, key = newId()) {
      const body = new FormData();
      body.append("customerId", customerId);
      for (const [name, content] of files) body.append("files", new Blob([content]), name);
      return fetch(`${to}/api/jobs`, { method: "POST", body, headers: { cookie, "idempotency-key": key } });
    },
    completed: (from, jobId, withinMs) =>
      until(withinMs, async () => {
        const read = job.parse(await (await get(from, `/api/jobs/${jobId}`)).json());
        if (read.status !== "completed") throw new Error(`Job ${jobId} is ${read.status}`);
        return read;
      }),
    listen: (to) => listen(`${to}/api/events`, cookie),
  };
}

async function send(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function listen(url: string, cookie: string): Promise<Stream> {
  const request = httpRequest(url, { headers: { cookie }, agent: false });
  request.end();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} returned ${answer.statusCode}`);
  let text = "";
  answer.setEncoding("utf8");
  answer.on("data", (more) => {
    text += more;
  });
  answer.on("error", () => {}); // either side closes the connection
  const ended = new Promise<void>((resolve) => answer.once("close", resolve));
  const stream: Stream = {
    async heard(words) {
      while (!text.includes(words)) await once(answer, "data");
    },
    ended,
    close: () => request.destroy(),
  };
  await stream.heard("connected");
  return stream;
}
