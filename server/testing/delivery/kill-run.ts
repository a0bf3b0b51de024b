import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DeliveryState } from "@sheaf/contracts/delivery-states.ts";
import { eq } from "drizzle-orm";
import { deliverEmail } from "../../src/domain/delivery/sending/deliver.task.ts";
import { deliveries } from "../../src/domain/delivery/table.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import { signIn, startTestServer, type TestServer } from "../server.ts";
import { type Stage, stages, startWatchedMailServer } from "./watched-mail-server.ts";

/** What became of emails each of whose workers was killed while it handed them over; every count is of emails. */
export interface KillRun {
  kills: number;
  sent: number;
  /** In doubt, and said so: a person decides. */
  unconfirmed: number;
  /** Those in doubt that the mail server had taken. */
  unconfirmedButTaken: number;
  /** Taken more than once. */
  twice: number;
  /** Said to be sent although the mail server never took it, or neither sent nor in doubt at the end. */
  lost: number;
  /** Taken by the mail server while nobody here knows of them. */
  unknown: number;
}

interface Options {
  /** How many jobs with one email each, and how many kills: one for each. */
  emails: number;
  /** The PostgreSQL server to work on; the test run's when left out. */
  clusterUrl?: string;
  /** How long the last worker may take for what the killed ones left. */
  settleWithinMs: number;
  onKill?: (kills: number) => void;
}

/**
 * Hands emails over one by one by real workers, kills each worker (SIGKILL) at another point of the conversation with
 * the mail server, lets one more finish what they left, and counts what the mail server took against what the rows say.
 */
export async function killWorkersHandingOver({
  emails,
  clusterUrl,
  settleWithinMs,
  onKill,
}: Options): Promise<KillRun> {
  let worker: Worker | undefined;
  let killAt: Stage | undefined;
  let kills = 0;
  await using closers = new AsyncDisposableStack();
  const mail = await startWatchedMailServer((stage) => {
    if (stage !== killAt) return;
    killAt = undefined;
    worker?.child.kill("SIGKILL");
    kills++;
    onKill?.(kills);
  });
  closers.defer(() => mail.close());
  const server = await startTestServer({
    env: { SMTP_URL: mail.url, MAIL_FROM: "post@sheaf.example" },
    ...(clusterUrl ? { clusterUrl } : {}),
  });
  closers.defer(() => server.close());
  closers.defer(async () => {
    worker?.child.kill("SIGKILL");
    await worker?.ended;
  });
  const { db, queue } = server.services;
  const anna = await signIn(server);
  const { practiceId } = anna;
  const waiting = Array.from({ length: emails }, () => ({ emails: [{ state: "waiting" as const }] }));
  const rowsNow = () => db.select().from(deliveries).where(eq(deliveries.practiceId, practiceId));

  await insertJobs(server, anna, waiting);
  for (const [index, { jobId, id: deliveryId }] of (await rowsNow()).entries()) {
    worker = await startWorker(server, mail.url);
    killAt = stages[index % stages.length];
    await db.transaction((tx) => queue.add(tx, deliverEmail, { practiceId, jobId, deliveryId }, { group: practiceId }));
    await worker.ended;
  }

  worker = await startWorker(server, mail.url);
  const deadline = Date.now() + settleWithinMs;
  let rows = await rowsNow();
  while (rows.some(({ state }) => !isSettled(state)) && Date.now() < deadline) {
    await delay(200);
    rows = await rowsNow();
  }
  return { kills, ...count(rows, mail.taken) };
}

const isSettled = (state: DeliveryState) => state === "sent" || state === "unconfirmed";

/** Rows against what the mail server took. */
function count(rows: { id: string; state: DeliveryState }[], taken: Map<string, number>): Omit<KillRun, "kills"> {
  const timesOf = (id: string) => taken.get(id) ?? 0;
  const sent = rows.filter(({ state }) => state === "sent");
  const unconfirmed = rows.filter(({ state }) => state === "unconfirmed");
  const ids = new Set(rows.map(({ id }) => id));
  return {
    sent: sent.length,
    unconfirmed: unconfirmed.length,
    unconfirmedButTaken: unconfirmed.filter(({ id }) => timesOf(id) > 0).length,
    twice: rows.filter(({ id }) => timesOf(id) > 1).length,
    lost: rows.filter(({ id, state }) => !isSettled(state) || (state === "sent" && timesOf(id) === 0)).length,
    unknown: [...taken.keys()].filter((id) => !ids.has(id)).length,
  };
}

interface Worker {
  child: ChildProcess;
  ended: Promise<void>;
}

/** @returns as soon as it takes tasks */
async function startWorker({ services: { config, databaseUrl } }: TestServer, smtpUrl: string): Promise<Worker> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "mail-worker.ts")], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(config.dataDir, "compiled"),
      SHEAF_DATA: config.dataDir,
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`The worker ended with ${code}`)));
  });
  return { child, ended };
}
