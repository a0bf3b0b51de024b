import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asSheafRuns } from "../../testing/as-sheaf-runs.ts";
import { type MailServer, startMailServer } from "../../testing/mail/mail-server.ts";
import { startEmbedded } from "../platform/db/embedded.ts";
import { type MailOutcome, outcomeFor } from "./demo/providers/mail-outcomes.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-demo-"));
chmodSync(dataDir, 0o755); // so that PostgreSQL's user gets in when root runs the tests
const waitOptions = { timeout: 90_000, interval: 200 };

let connections = 0;
let canary: MailServer;
let sheaf: ChildProcess;
let url: string;
let said = "";
let cookie: string;

beforeAll(async () => {
  canary = await startMailServer({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
  });
  const port = await freePort();
  url = `http://localhost:${port}`;
  const { DATABASE_URL: _, ...rest } = process.env;
  const ofMail = { MAIL_TRANSPORT: "smtp", SMTP_URL: canary.url, MAIL_FROM: "post@hartley.example" };
  const env = { ...rest, ...ofMail, SHEAF_DATA: dataDir, PORT: String(port), SCRYPT_LN: "4" };
  const main = join(import.meta.dirname, "main-all.ts");
  sheaf = spawn(process.execPath, [...asSheafRuns, main, "--demo"], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [sheaf.stdout, sheaf.stderr]) stream?.on("data", (text) => (said += text));
  await vi.waitFor(() => expect(said).toContain("They are shown at"), waitOptions);
  cookie = await signIn();
}, 120_000);
afterAll(async () => {
  sheaf.kill("SIGTERM");
  await once(sheaf, "exit");
  await canary.close();
  const database = await startEmbedded({ dataDir });
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const password = readFileSync(join(dataDir, "demo-password"), "utf8").trim();
  const answer = await post("/api/login", { username: "demo", password });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function post(path: string, body: object): Promise<Response> {
  const headers = { ...(cookie ? { cookie } : {}), "content-type": "application/json" };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(url + path, { headers: { cookie } });
  return (await answer.json()) as Answer;
}

/** Returns the emails of the demonstration's own jobs whose addresses have this outcome. */
async function emailsThat(outcome: MailOutcome) {
  const jobs = await get<Job[]>("/api/jobs");
  const emails = jobs.flatMap(({ id, deliveries }) => deliveries.map((email) => ({ ...email, jobId: id })));
  return emails.filter(({ recipient }) => outcomeFor(recipient) === outcome);
}

test("a demonstration shows delivered, bounced, deferred and unconfirmed emails", async () => {
  const states = [
    ["arrives", "delivered"],
    ["bounces", "bounced"],
    ["unconfirmed", "unconfirmed"],
  ] as const;
  await vi.waitFor(async () => {
    for (const [outcome, state] of states) {
      expect((await emailsThat(outcome)).map((email) => email.state)).toContain(state);
    }
    const [slow] = await emailsThat("slow");
    const events = await get<JobEvent[]>(`/api/jobs/${slow?.jobId}/timeline`);
    const putOff = events.filter(({ text }) => text === `Email to ${slow?.recipient} postponed by the mail server`);
    expect(putOff.map(({ words }) => words)).toContain("451 4.7.1 Not known here yet: try again in a minute");
  }, waitOptions);
}, 120_000);

test("an email of a demonstration can be undone", async () => {
  const customers = await get<{ id: string; name: string }[]>("/api/customers");
  const form = new FormData();
  form.set("customerId", customers.find(({ name }) => name === "Bright Bakery")?.id ?? "");
  form.set("sendEmail", "true");
  form.append("files", new Blob(["Paid in cash."]), "note.txt");
  const answer = await fetch(`${url}/api/jobs`, { method: "POST", headers: { cookie }, body: form });
  const { id } = (await answer.json()) as Job;
  const read = () => get<Job>(`/api/jobs/${id}`);

  await vi.waitFor(async () => expect((await read()).deliveries).toMatchObject([{ state: "held" }]), waitOptions);
  expect((await post(`/api/jobs/${id}/undo`, {})).ok).toBe(true);
  expect((await read()).deliveries).toMatchObject([{ state: "undone" }]);
}, 120_000);

test("a demonstration does not connect to the operator's mail server, whose settings are not in the environment of its processes", async () => {
  const tested = await post("/api/test-email", { email: "tested@hartley.example" });
  expect(await tested.json()).toMatchObject({ stored: false, answer: "202 Accepted" });
  const [, inbox = ""] = /They are shown at (\S+)/.exec(said) ?? [];
  await vi.waitFor(async () => {
    const list = await (await fetch(inbox)).text();
    expect(list).toContain("tested@hartley.example");
    expect(list).not.toContain("On its way");
  }, waitOptions);
  expect(connections).toBe(0);

  const pids = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(sheaf.pid)]);
  const environments = pids.stdout
    .split("\n")
    .filter(Boolean)
    .map((pid) => readFileSync(`/proc/${pid.trim()}/environ`, "latin1"));
  const told = environments.filter((text) => text.includes("SHEAF_DEMO_MAIL=http://"));
  expect(told).toHaveLength(2);
  for (const text of told) expect(text).not.toMatch(/SMTP_URL|MAIL_TRANSPORT|MAIL_FROM|hartley/);
}, 120_000);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
