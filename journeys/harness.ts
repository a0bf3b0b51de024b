import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { workerReported } from "@sheaf/server/testing/worker-reported.ts";
import { type Browser, chromium, type Page } from "playwright-core";
import { chromiumPath } from "../scripts/chromium.ts";
import { addToOwnPractice, inOwnPractice, type Newcomer, ownerOfOwnPractice } from "./own-practice.ts";
import { kill, processesOf } from "./processes.ts";
import { confirmEmail, endSetUp, pay } from "./subscription.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** A complete Sheaf, started as an operator starts it: with its own folder, port and PostgreSQL. */
export interface Installation {
  url: string;
  dataDir: string;
  /** Runs `./sheaf …` against this installation. */
  command(...args: string[]): Promise<string>;
  /** Runs `./sheaf …` and answers each of its questions with one of the lines. */
  answer(args: string[], lines: string[]): Promise<string>;
}

/** An installation that one journey uses alone. */
export interface OwnInstallation extends Installation {
  /** Kills all processes of the installation, as a power cut would. The data folder stays. */
  powerCut(): Promise<void>;
  /** `./sheaf start` again on the same folder and port. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Returns an installation that is already running. */
export function runningInstallation({ url, dataDir }: Pick<Installation, "url" | "dataDir">): Installation {
  return { url, dataDir, ...commandsOf(environment(dataDir, new URL(url).port)) };
}

/**
 * @param variables additional environment variables, as `server/src/platform/config/config.ts` names them
 * @param options of `./sheaf start`
 * @param setUp false for a new installation whose set-up is still open; otherwise it is set up, as a service
 */
export async function startInstallation(
  variables: Record<string, string> = {},
  options: string[] = [],
  { setUp = true } = {},
): Promise<OwnInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-journey-"));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who must be able to enter the folder
  const port = await freePort();
  const env = environment(dataDir, String(port), variables);
  const url = `http://127.0.0.1:${port}`;
  let child = await start(env, url, options);
  if (setUp) await endSetUp(dataDir);

  return {
    url,
    dataDir,
    ...commandsOf(env),
    powerCut: async () => {
      for (const pid of await processesOf(dataDir)) kill(pid);
      await ended(child);
    },
    startAgain: async () => {
      child = await start(env, url, options);
    },
    close: async () => {
      child.kill("SIGTERM");
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function environment(dataDir: string, port: string, variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  // A password that is hashed as for an operator takes as long as all else that a sign-in does.
  const quick = { SCRYPT_LN: "4" };
  const env: NodeJS.ProcessEnv = { ...process.env, ...quick, ...variables, SHEAF_DATA: dataDir, PORT: port };
  delete env.DATABASE_URL;
  return env;
}

function commandsOf(env: NodeJS.ProcessEnv): Pick<Installation, "command" | "answer"> {
  const answer = async (args: string[], lines: string[]) => {
    const started = run(join(root, "sheaf"), args, { env });
    started.child.stdin?.end(lines.map((line) => `${line}\n`).join(""));
    return (await started).stdout;
  };
  return { answer, command: (...args) => answer(args, []) };
}

async function start(env: NodeJS.ProcessEnv, url: string, options: string[]): Promise<ChildProcess> {
  const child = spawn(join(root, "sheaf"), ["start", ...options], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`start ended with ${code}:\n${said.join("")}`)));
    createInterface(child.stdout).on("line", (line) => {
      said.push(`${line}\n`);
      if (line.includes("is ready at")) resolve();
    });
  });
  const health = await fetch(`${url}/readyz`);
  if (!health.ok) throw new Error(`Not ready: ${await health.text()}`);
  await workerReported(url);
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"],
  });
}

interface NewcomerOptions {
  /** False for a user who has not yet confirmed their address. */
  confirmed?: boolean;
  /**
   * The practice has no other members and no data. In a service that is always so; in an own practice the previous one
   * is deleted.
   */
  alone?: boolean;
}

/**
 * Creates a user with a practice that has paid and signs them in in this page's browser, without changing the page. In
 * an own practice they become its owner or join it. Signing up on the page is tested in money.journey.ts, joining in
 * invite-a-member.journey.ts.
 */
export async function newPractice(
  sheaf: Installation,
  page: Page,
  username: string,
  options?: NewcomerOptions,
): Promise<void> {
  await newcomer(sheaf, username, options, async (path, data) => {
    const answer = await page.request.post(sheaf.url + path, { headers: { origin: sheaf.url }, data });
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
  });
}

/** @param send posts the request that starts a session */
async function newcomer(
  sheaf: Installation,
  username: string,
  { confirmed = true, alone = false }: NewcomerOptions = {},
  send: (path: string, body: object) => Promise<void>,
): Promise<void> {
  const person: Newcomer = {
    username,
    password,
    email: `${username}@example.com`,
    firstName: "Anna",
    lastName: "Okafor",
    practiceName,
  };
  if (inOwnPractice) {
    if (alone) await deleteOwnPractice(sheaf);
    const { path, body } = await addToOwnPractice(sheaf.dataDir, person, { confirmed });
    return send(path, body);
  }
  await send("/api/register", person);
  if (confirmed) await confirmEmail(sheaf.dataDir, username);
  await pay(sheaf.dataDir, username);
}

/** Deletes the practice as its owner, by the usual request. */
async function deleteOwnPractice(sheaf: Installation): Promise<void> {
  const username = await ownerOfOwnPractice(sheaf.dataDir);
  if (username === undefined) return;
  const owner = await Caller.signedIn(sheaf, "/api/login", { username, password });
  await owner.send("POST", "/api/account/delete", { currentPassword: password, practiceName });
}

/** Fills in and sends the open sign-up form. */
export async function signUp(page: Page, username: string): Promise<void> {
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  await form.getByLabel("First name").fill("Anna");
  await form.getByLabel("Last name").fill("Okafor");
  await form.getByLabel("Practice name").fill(practiceName);
  await form.getByLabel("Email", { exact: true }).fill(`${username}@example.com`);
  await form.getByLabel("Username", { exact: true }).fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Create account" }).click();
}

export const password = "correct horse battery";
export const practiceName = "Okafor & Co";

/** Reads a PDF as its reader sees it: the size of every page in points and each page's text. */
export async function readPdf(path: string): Promise<{ sizes: string[]; pages: string[] }> {
  const { stdout: info } = await run("pdfinfo", ["-l", "-1", path]);
  const sizes = [...info.matchAll(/^Page\s+\d+ size:\s+([\d.]+ x [\d.]+)/gm)].map((match) => match[1] ?? "");
  const { stdout: text } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 64 << 20 });
  return { sizes, pages: text.split("\f").slice(0, sizes.length) };
}

interface Outline {
  title: string;
  kids: Outline[];
}

/** Returns the titles of a PDF's bookmarks, those of the first level only. */
export async function bookmarksOf(path: string): Promise<string[]> {
  const { stdout } = await run("qpdf", ["--json", "--json-key=outlines", path], { maxBuffer: 64 << 20 });
  return (JSON.parse(stdout) as { outlines: Outline[] }).outlines.map(({ title }) => title);
}

export interface JobSeen {
  id: string;
  status: string;
  errorMessage: string | null;
  pdfPath: string | null;
  files: { originalName: string; state: string; pages: number | null }[];
  outputs: { pages: number }[];
}

/** A user who calls the API without a browser. */
export class Caller {
  readonly #url: string;
  #cookie = "";
  private constructor(url: string) {
    this.#url = url;
  }

  /** Creates a user with a practice that has paid; see `newPractice`. */
  static async register(sheaf: Installation, username: string, options?: NewcomerOptions): Promise<Caller> {
    const caller = new Caller(sheaf.url);
    await newcomer(sheaf, username, options, (path, body) => caller.#signIn(path, body));
    return caller;
  }

  /** @param path of a request that starts a session */
  static async signedIn(sheaf: Installation, path: string, body: object): Promise<Caller> {
    const caller = new Caller(sheaf.url);
    await caller.#signIn(path, body);
    return caller;
  }

  async #signIn(path: string, body: object): Promise<void> {
    const answer = await this.send("POST", path, body);
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.#url + path, {
      method,
      headers: { cookie: this.#cookie, ...(body && !isForm ? { "content-type": "application/json" } : {}) },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.send("GET", path)).json() as Promise<T>;
  }

  async upload(files: { name: string; content: Uint8Array<ArrayBuffer> }[]): Promise<JobSeen> {
    const customers = await this.get<{ id: string }[]>("/api/customers");
    const customerId =
      customers[0]?.id ??
      (
        (await (
          await this.send("POST", "/api/customers", { name: "Bright Bakery", email: "b@example.com" })
        ).json()) as { id: string }
      ).id;
    const form = new FormData();
    form.set("customerId", customerId);
    for (const file of files) form.append("files", new Blob([file.content]), file.name);
    return (await this.send("POST", "/api/jobs", form)).json() as Promise<JobSeen>;
  }

  /** Polls the job until it satisfies `wanted`; the test's own timeout limits the wait. */
  async jobWhen(id: string, wanted: (job: JobSeen) => boolean): Promise<JobSeen> {
    for (;;) {
      const job = await this.get<JobSeen>(`/api/jobs/${id}`);
      if (wanted(job)) return job;
      await setTimeout(50);
    }
  }
}

export const isEnded = (job: JobSeen) => job.status === "completed" || job.status === "failed";
