import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DeliveryState } from "@sheaf/contracts/delivery-states.ts";
import { eq } from "drizzle-orm";
import { deliverEmail } from "../../src/domain/delivery/sending/deliver.task.ts";
import { deliveries } from "../../src/domain/delivery/table.ts";
import { asSheafRuns, neededVariables } from "../as-sheaf-runs.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import { signIn, startTestServer, type TestServer } from "../server.ts";
import { type Stage, stages, startWatchedMailServer } from "./watched-mail-server.ts";

/** Numbers of emails, by outcome, after the worker of each was killed while it handed the email over. */
export interface KillRun {
  kills: number;
  sent: number;
  /** Marked as unconfirmed: a user decides. */
  unconfirmed: number;
  /** Unconfirmed emails that the mail server had accepted. */
  unconfirmedButTaken: number;
  /** Accepted more than once. */
  twice: number;
  /** Marked as sent although the mail server never accepted them, or neither sent nor unconfirmed at the end. */
  lost: number;
  /** Accepted by the mail server, but without a row. */
  unknown: number;
}

interface Options {
  /** Number of jobs, each with one email and one kill. */
  emails: number;
  /** The PostgreSQL server; by default the test run's. */
  clusterUrl?: string;
  /** How long the last worker may take to finish what the killed ones left. */
  settleWithinMs: number;
  onKill?: (kills: number) => void;
}

/**
 * Starts real workers that hand emails over one by one, kills each worker (SIGKILL) at a different stage of the
 * conversation with the mail server, lets one more worker finish, and compares the emails that the mail server accepted
 * with the rows.
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

/** Compares the rows with the emails that the mail server accepted. */
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

/** @returns when the worker takes tasks */
async function startWorker({ services: { config, databaseUrl } }: TestServer, smtpUrl: string): Promise<Worker> {
  const child = spawn(process.execPath, [...asSheafRuns, join(import.meta.dirname, "mail-worker.ts")], {
    env: {
      ...neededVariables(),
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
