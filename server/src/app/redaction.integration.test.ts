import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { codeOf } from "../../testing/authenticator.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { startMailServer } from "../../testing/mail/mail-server.ts";
import { testConfig } from "../../testing/services.ts";
import { openDb } from "../platform/db/connect.ts";
import { type Child, superviseChild } from "../platform/process/child.ts";
import { createAdmin } from "./admin/service.ts";
import { startInventedPayPal } from "./demo/providers/paypal/invented-paypal.ts";

/** Part of every text that is entered, so that a single search finds any of it in the logs. */
const marker = "telltale";
const key = randomBytes(32).toString("hex");
const smtpPassword = randomBytes(12).toString("hex");
const dkimKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();

let folder: string;
let sessions: string[];
let lines: string[];
let processes: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-redaction-"));
  const [payPal, mail, database] = await Promise.all([startInventedPayPal(), refusingMailServer(), freshDatabase()]);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database.url,
    SHEAF_DATA: folder,
    LOG_DIR: join(folder, "logs"),
    LOG_LEVEL: "trace",
    PORT: "0",
    SCRYPT_LN: "4",
    SHEAF_KEY: key,
    SMTP_URL: mail.url,
    ...payPal.env,
  };
  const children = await Promise.all(["api", "worker"].map((name) => start(name, env)));
  try {
    const browser = openBrowser(`http://localhost:${children[0]?.ready.port}`);
    await useEverything(browser, payPal.approve);
    await setMail(`http://localhost:${children[0]?.ready.port}`, database.url, mail.url);
    sessions = browser.secrets();
  } finally {
    await Promise.all(children.map((child) => child.stop(20_000)));
    await Promise.all([payPal.close(), mail.close(), database.disconnect()]);
  }
  processes = (await readdir(join(folder, "logs"))).filter((name) => name.endsWith(".log"));
  const texts = await Promise.all(processes.map((name) => readFile(join(folder, "logs", name), "utf8")));
  lines = texts.flatMap((text) => text.split("\n").filter(Boolean));
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (name: string, env: NodeJS.ProcessEnv): Promise<Child> =>
  superviseChild({ module: join(import.meta.dirname, `main-${name}.ts`), args: ["--prepared"], env, onRestart() {} });

/** Starts a mail server whose refusal repeats the address, as real mail servers do. */
async function refusingMailServer() {
  const server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: marker }),
    onRcptTo({ address }, _session, done) {
      done(Object.assign(new Error(`<${address}> ${marker} mailbox unknown`), { responseCode: 550 }));
    },
  });
  return { ...server, url: `${server.url.replace("://", `://${marker}:${smtpPassword}@`)}?tls=optional` };
}

type Browser = ReturnType<typeof openBrowser>;

/** A minimal HTTP client that keeps cookies. */
function openBrowser(base: string) {
  const jar = new Map<string, string>();
  // biome-ignore lint/suspicious/noExplicitAny: responses are read without types; this test is about the logs
  async function send(method: string, path: string, body?: object | string): Promise<{ status: number; body: any }> {
    const form = body instanceof FormData;
    const answer = await fetch(base + path, {
      method,
      headers: {
        cookie: [...jar].map((pair) => pair.join("=")).join("; "),
        ...(body && !form ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: form || typeof body === "string" ? (body as FormData | string) : JSON.stringify(body) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }
  return {
    get: (path: string) => send("GET", path),
    post: (path: string, body?: object | string) => send("POST", path, body ?? {}),
    secrets: () => [...jar.values()].filter((value) => value.length > 20),
  };
}

/** Uses the app as people do, including mistakes. */
async function useEverything(browser: Browser, approve: (payPalOrderId: string) => void): Promise<void> {
  const { get, post } = browser;
  const person = {
    username: `${marker}-user`,
    password: `${marker} battery staple`,
    practiceName: `${marker} & Co`,
    email: `${marker}@example.com`,
    firstName: `${marker}-first`,
    lastName: `${marker}-last`,
  };
  expect((await post("/api/register", person)).status).toBeLessThan(300);
  await post("/api/register", person);
  await post("/api/login", { username: person.username, password: `wrong ${marker}` });
  await post("/api/login", { username: person.username, password: person.password });
  await post("/api/admin/login", { email: person.email, password: `wrong ${marker}` });
  await post("/api/password/forgot", { username: person.email });
  await post("/api/login", `{"username": "${marker}" broken`);
  await get(`/api/jobs/${marker}?search=${marker}`);
  await get(`/${marker}?token=${marker}`);

  const order = await post("/api/orders", { plan: "growth" });
  approve(order.body.payPalOrderId);
  expect((await post(`/api/orders/${order.body.id}/capture`)).body.state).toBe("completed");

  const customer = await post("/api/customers", {
    name: `${marker} Bakery`,
    email: `${marker}-bakery@example.com`,
    outputEmail: `${marker}-inbox@example.com`,
  });
  const form = new FormData();
  form.append("customerId", customer.body.id);
  form.append("emailSubject", `${marker} subject`);
  form.append("files", new Blob([`${marker} content`]), `${marker}-note.txt`);
  form.append("files", new Blob([`%PDF-1.7 ${marker} broken`]), `${marker}-broken.pdf`);
  const upload = await post("/api/jobs", form);
  expect(upload.status).toBe(201);
  const job = `/api/jobs/${upload.body.id}`;
  await ended(browser, job);
  const broken = upload.body.files.find(({ originalName }: { originalName: string }) => originalName.endsWith(".pdf"));
  await post(`${job}/files/${broken.id}/password`, { password: `${marker}-file-password` });
  await ended(browser, job);
  await post(`${job}/files/${broken.id}/leave-out`);
  await ended(browser, job);
  await get(`${job}/download`);
  await read(browser, job);
  expect((await get(`/api/search/pages?q=${marker}`)).body.hits).toHaveLength(1);
}

/** The fields of the responses that the test reads. */
interface Answered {
  token: string;
  secret: string;
  mail?: MailSettings;
}

/** Tests and saves mail settings as an administrator, with secrets that are accepted and some that are refused. */
async function setMail(site: string, databaseUrl: string, smtpUrl: string): Promise<void> {
  const admin = { email: `${marker}@operator.example`, password: `${marker} otter canal` };
  const { db, close } = openDb(databaseUrl, pino({ level: "silent" }));
  await createAdmin(db, testConfig(folder), { name: marker, ...admin });
  await close();
  let token = "";
  const send = async (method: string, path: string, body: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await fetch(`${site}/api/admin${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Answered };
  };
  token = (await send("POST", "/login", admin)).body.token;
  const { secret } = (await send("POST", "/two-factor/start", { currentPassword: admin.password })).body;
  await send("POST", "/two-factor/confirm", { code: codeOf(secret) });
  const from = { name: marker, address: `${marker}@example.com` };
  const dkim = { domain: "sheaf.example", selector: "s1", key: dkimKey };
  const port = Number(new URL(smtpUrl).port);
  const smtp = { host: "127.0.0.1", port, security: "optional", username: marker, dkim };
  const saved = await send("PUT", "/settings/mail", { transport: "smtp", from, smtp });
  expect([saved.status, saved.body.mail?.smtp?.dkim?.key]).toEqual([200, { isSet: true }]);
  const other = { transport: "smtp", from, smtp: { ...smtp, password: `${marker} of mail` } };
  expect((await send("PUT", "/settings/mail", other)).status).toBe(409);
  expect((await send("POST", "/settings/test-email", { to: from.address, mail: other })).status).toBe(409);
  expect((await send("POST", "/settings/test-email", { to: from.address })).status).toBe(502);
}

const ended = ({ get }: Browser, job: string) =>
  vi.waitFor(async () => expect(["completed", "failed"]).toContain((await get(job)).body.status), {
    timeout: 60_000,
    interval: 100,
  });

const read = ({ get }: Browser, job: string) =>
  vi.waitFor(async () => expect((await get(job)).body.files[0].reading.state).toBe("read"), {
    timeout: 60_000,
    interval: 100,
  });

test("every process logs lines of JSON that identify user, practice and job by id", () => {
  expect(processes.sort()).toEqual(["api.log", "worker.log"]);
  const all = lines.map((line) => JSON.parse(line));
  expect(all.find(({ route }) => route === "/api/jobs/:id/download")).toMatchObject({
    requestId: expect.any(String),
    practiceId: expect.any(String),
    userId: expect.any(String),
  });
  expect(all.find(({ task, msg }) => task === "jobs.convert-file" && msg === "Task done")).toMatchObject({
    taskId: expect.any(String),
    practiceId: expect.any(String),
    jobId: expect.any(String),
  });
});

test("no log contains entered text or secrets", () => {
  expect(lines.filter((line) => line.toLowerCase().includes(marker))).toEqual([]);
  expect(sessions.length).toBeGreaterThan(0);
  for (const secret of [key, smtpPassword, dkimKey.split("\n")[3] ?? "", ...sessions]) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
});
