import { setTimeout as delay } from "node:timers/promises";
import { changeEvent } from "@sheaf/contracts/events.ts";
import { type Job, job } from "@sheaf/contracts/jobs.ts";
import { newId } from "@sheaf/server/platform/ids.ts";
import type { PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { FixtureName } from "../../../fixtures/files.ts";
import { signIn } from "../load/browser.ts";
import { type Answered, openConnections, openStream } from "../load/http.ts";
import { contentOf, readyWithinMs, type Way } from "./uploads.ts";

/**
 * Opens a client without pages: it sends an upload, waits for an event about its job, and reads the job at once. The
 * time counts from just before the request until the response that says "completed".
 * @throws Error when it cannot sign in
 */
export async function openHttpWay(url: string, client: PracticeClient): Promise<Way> {
  const connections = openConnections(url);
  const cookie = await signIn(connections, client);
  /** Jobs with an event that no read has followed yet. */
  const changed = new Set<string>();
  let onChange = () => {};
  let broken = false;
  const stream = await openStream(
    `${url}/api/events`,
    { cookie },
    {
      onEvent(data) {
        const event = changeEvent.parse(JSON.parse(data));
        if (event.type !== "job") return;
        changed.add(event.id);
        onChange();
      },
      ended() {
        broken = true;
        onChange();
      },
    },
  );

  async function nextChange(id: string): Promise<void> {
    while (!changed.delete(id)) {
      if (broken) throw new Error("The event stream was interrupted.");
      await new Promise<void>((resolve) => {
        onChange = resolve;
      });
    }
  }

  async function untilReady(began: number, sent: Answered): Promise<number> {
    let seen = read(sent, 201);
    while (seen.status !== "completed") {
      if (seen.status === "failed") throw new Error(`The job failed: ${seen.errorMessage}`);
      await nextChange(seen.id);
      seen = read(await connections.ask(`/api/jobs/${seen.id}`, { headers: { cookie } }), 200);
    }
    return performance.now() - began;
  }

  return {
    async toReady(files) {
      const { headers, body } = await formOf(client.customerId, files);
      changed.clear();
      const began = performance.now();
      const sent = await connections.ask("/api/jobs", { method: "POST", headers: { ...headers, cookie }, body });
      const late = delay(readyWithinMs, undefined, { ref: false }).then(() => {
        throw new Error("The job did not end in time.");
      });
      return Promise.race([untilReady(began, sent), late]);
    },
    async close() {
      stream.close();
      connections.close();
    },
  };
}

function read({ status, body }: Answered, expected: number): Job {
  if (status !== expected) throw new Error(`The API returned ${status}: ${body}`);
  return job.parse(JSON.parse(body.toString()));
}

async function formOf(customerId: string, files: FixtureName[]) {
  const form = new FormData();
  form.append("customerId", customerId);
  form.append("sendEmail", "false");
  for (const name of files) form.append("files", contentOf(name), name);
  const encoded = new Response(form);
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "", "idempotency-key": newId() },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
