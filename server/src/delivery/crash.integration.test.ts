import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test, vi } from "vitest";
import { insertJobs } from "../jobs/testing/job-rows.ts";
import { signIn, startTestServer } from "../testing/server.ts";
import { deliverEmail } from "./deliver.task.ts";
import { deliveries } from "./table.ts";

const stages = ["greeting", "sender", "recipient", "data", "last-byte", "answered"] as const;
type Stage = (typeof stages)[number];
const emails = 30;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A mail server that tells how far each conversation has come, and counts what it has really taken. */
async function startWatchedServer(reached: (stage: Stage) => void) {
  const taken = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      reached("greeting");
      done();
    },
    onMailFrom: (_address, _session, done) => {
      reached("sender");
      done();
    },
    onRcptTo: (_address, _session, done) => {
      reached("recipient");
      done();
    },
    onData: (stream, _session, done) => {
      reached("data");
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
      });
      stream.on("end", () => {
        const id = /^Message-ID: <([^@]+)@/im.exec(text)?.[1] ?? "without a name";
        // A real server has stored the message before it answers: from here on it counts.
        taken.set(id, (taken.get(id) ?? 0) + 1);
        reached("last-byte");
        done(null, "taken");
        setImmediate(() => reached("answered"));
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { taken, url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}` };
}

test("workers killed at every point of handing over lose no email, send none twice, and admit every doubt", async () => {
  let worker: ChildProcess | undefined;
  let killAt: Stage | undefined;
  let killed = 0;
  const mail = await startWatchedServer((stage) => {
    if (stage !== killAt) return;
    killAt = undefined;
    killed++;
    worker?.kill("SIGKILL");
  });
  const server = await startTestServer({ env: { SMTP_URL: mail.url, MAIL_FROM: "post@sheaf.example" } });
  closers.push(() => server.close());
  const { db, queue, config, databaseUrl } = server.services;
  const anna = await signIn(server);
  const jobIds = await insertJobs(
    server,
    anna,
    Array.from({ length: emails }, () => ({ emails: [{ state: "waiting" as const }] })),
  );
  const { practiceId } = anna;
  const rowsNow = () => db.select().from(deliveries).where(eq(deliveries.practiceId, practiceId));

  const start = async () => {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(config.dataDir, "compiled"),
      ...{ SHEAF_DATA: config.dataDir, DATABASE_URL: databaseUrl, SMTP_URL: mail.url, LOG_LEVEL: "silent" },
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, "testing/mail-worker.ts")], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    worker = child;
    closers.push(() => void child.kill("SIGKILL"));
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      child.once("exit", (code) => reject(new Error(`The worker ended with ${code}`)));
    });
    return new Promise<void>((resolve) => child.removeAllListeners("exit").once("exit", () => resolve()));
  };

  for (const [index, jobId] of jobIds.entries()) {
    const ended = start();
    killAt = stages[index % stages.length];
    const [row] = await db.select().from(deliveries).where(eq(deliveries.jobId, jobId));
    const ref = { practiceId, jobId, deliveryId: row?.id ?? "" };
    await db.transaction((tx) => queue.add(tx, deliverEmail, ref, { group: practiceId }));
    await ended;
  }
  expect(killed).toBe(emails);

  killAt = undefined;
  void start();
  const rows = await vi.waitFor(
    async () => {
      const all = await rowsNow();
      expect(all.filter(({ state }) => state !== "sent" && state !== "unconfirmed")).toEqual([]);
      return all;
    },
    { timeout: 120_000, interval: 200 },
  );

  for (const { id, state } of rows) {
    const times = mail.taken.get(id) ?? 0;
    expect(times, `${id} is ${state}`).toBeLessThanOrEqual(1);
    if (state === "sent") expect(times, id).toBe(1);
  }
  // Each of the killed ones had been claimed: nobody can know more than that it may have gone out.
  expect(rows.filter(({ state }) => state === "unconfirmed").length).toBeGreaterThan(0);
  expect([...mail.taken.keys()].sort()).toEqual(rows.flatMap(({ id }) => (mail.taken.has(id) ? [id] : [])).sort());
}, 400_000);
