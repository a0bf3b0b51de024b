import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { openDb } from "../../src/platform/db/connect.ts";
import { freePort } from "./free-port.ts";
import type { Host } from "./network.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";
import { type SheafProcess, startProcess } from "./sheaf-process.ts";
import { openVisitor, type Visitor } from "./visitor.ts";

export interface DeploysRun {
  deploys: number;
  requests: number;
  /** One line for each request with an unexpected outcome: the request and the outcome. */
  failed: string[];
  /** Number of event streams that a stopping API ended, so that the client reconnected to another. */
  streamsEnded: number;
  /** Exit status and signal of each API that was stopped. */
  exits: [number | null, NodeJS.Signals | null][];
}

const betweenJobsMs = 500;

/**
 * Replaces one of two APIs at a time, `deploys` times, while a client behind a proxy submits two jobs a second, reads
 * the list of jobs and listens to events.
 * @param options.env variables by which the APIs reach the database and the files
 */
export async function deployWhileJobsCome(options: {
  databaseUrl: string;
  env: Record<string, string>;
  deploys: number;
}): Promise<DeploysRun> {
  const env = { ...options.env, DATABASE_URL: options.databaseUrl, DRAIN_SECONDS: "1" };
  const ports = [await freePort(), await freePort()];
  const apis = await Promise.all(ports.map((port) => startProcess("api", { env, host: thisMachine, port })));
  const proxy = await startRoundRobin(apis.map(({ url }) => url));
  const run: DeploysRun = { deploys: 0, requests: 0, failed: [], streamsEnded: 0, exits: [] };
  const over = new AbortController();
  try {
    const { db, close } = openDb(options.databaseUrl, pino({ level: "silent" }), { size: 1 });
    const anna = await openVisitor(proxy.url, db);
    await close();
    const coming = Promise.all([sendRequests(anna, proxy, run, over.signal), listenOn(anna, proxy, run, over.signal)]);
    for (; run.deploys < options.deploys; run.deploys++) {
      const index = run.deploys % apis.length;
      run.exits.push((await apis[index]?.end("SIGTERM")) ?? [null, null]);
      await apis[index]?.close();
      const api = await startProcess("api", { env, host: thisMachine, port: ports[index] ?? 0 });
      apis[index] = api;
      // A deployment waits for the proxy, which may not have checked the new API yet.
      await proxy.takes(api.url);
    }
    over.abort();
    await coming;
    return run;
  } finally {
    over.abort();
    await proxy.close();
    await Promise.all(apis.map((api: SheafProcess) => api.close()));
  }
}

async function sendRequests(anna: Visitor, { url }: RoundRobin, run: DeploysRun, over: AbortSignal): Promise<void> {
  const expectStatus = async (what: string, status: number, asked: Promise<Response>) => {
    run.requests += 1;
    const said = await asked.then(
      async (answer) => (answer.status === status ? null : `${answer.status} ${await answer.text()}`),
      (error) => String(error.cause ?? error),
    );
    if (said !== null) run.failed.push(`${what}: ${said}`);
  };
  const underWay: Promise<void>[] = [];
  while (!over.aborted) {
    // At a constant rate, without waiting for earlier requests.
    underWay.push(
      expectStatus("POST /api/jobs", 201, anna.upload(url, [["paper.txt", `One of many, ${run.requests}`]])),
    );
    underWay.push(expectStatus("GET /api/jobs", 200, anna.get(url, "/api/jobs")));
    await delay(betweenJobsMs, undefined, { signal: over }).catch(() => {});
  }
  await Promise.all(underWay);
}

/** Reconnects at once when the stream ends, as a browser's EventSource does. */
async function listenOn(anna: Visitor, { url }: RoundRobin, run: DeploysRun, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    run.requests += 1;
    const stream = await anna.listen(url).catch((error) => void run.failed.push(`GET /api/events: ${error}`));
    if (!stream) {
      await delay(betweenJobsMs);
      continue;
    }
    const stop = () => stream.close();
    over.addEventListener("abort", stop, { once: true });
    await stream.ended;
    if (!over.aborted) run.streamsEnded += 1;
  }
}

export const thisMachine: Pick<Host, "address" | "run"> = {
  address: "127.0.0.1",
  run: ([program = "", ...rest], env): ChildProcess => spawn(program, rest, { env, stdio: ["ignore", "pipe", "pipe"] }),
};
