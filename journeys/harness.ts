import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { enterOwnPractice, inOwnPractice } from "./own-practice.ts";
import { kill, processesOf } from "./processes.ts";
import { confirmEmail, endSetUp, pay } from "./subscription.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** A whole Sheaf as an operator starts it: own folder, own port, own PostgreSQL. */
export interface Installation {
  url: string;
  dataDir: string;
  /** `./sheaf …` against this installation. */
  command(...args: string[]): Promise<string>;
  /** The same, with a line for each question that it asks. */
  answer(args: string[], lines: string[]): Promise<string>;
}

/** One that a single journey has to itself. */
export interface OwnInstallation extends Installation {
  /** Kills start's own process and everything it started, as a power cut would. The data folder stays. */
  powerCut(): Promise<void>;
  /** `./sheaf start` again on the same folder and port. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** One that runs already. */
export function runningInstallation({ url, dataDir }: Pick<Installation, "url" | "dataDir">): Installation {
  return { url, dataDir, ...commandsOf(environment(dataDir, new URL(url).port)) };
}

/**
 * @param variables of the environment besides, as `server/src/platform/config/config.ts` names them
 * @param options of `./sheaf start`
 * @param setUp false for a new installation whose set-up is still open; else it has ended, as a service
 */
export async function startInstallation(
  variables: Record<string, string> = {},
  options: string[] = [],
  { setUp = true } = {},
): Promise<OwnInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-journey-"));
  await chmod(dataDir, 0o755); // PostgreSQL's user must get in when root runs the tests, or the cluster lies elsewhere
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
  const env: NodeJS.ProcessEnv = { ...process.env, ...variables, SHEAF_DATA: dataDir, PORT: port };
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
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"],
  });
}

/**
 * A new person registers in the browser and has a confirmed address; an operator records the payment; back in the app. In an own
 * practice they are its owner, or join it.
 * @param options.confirmed false for somebody who has not followed the link to confirm it yet
 */
export async function newPractice(
  sheaf: Installation,
  page: Page,
  username: string,
  { confirmed = true } = {},
): Promise<void> {
  if (inOwnPractice) return enterOwnPractice(sheaf, page, { username, password, confirmed });
  await page.goto(`${sheaf.url}/auth`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await signUp(page, username);
  await page.waitForURL("**/pricing");
  if (confirmed) await confirmEmail(sheaf.dataDir, username);
  await pay(sheaf.dataDir, username);
}

/**
 * Sets a new installation up as an own practice, by the code.
 * @param sheaf started with `setUp: false`
 * @returns the owner, who signs in with `password`
 */
export async function setUpOwnPractice(
  sheaf: Installation,
  { email = "anna@example.com", practiceName = "Okafor & Co" } = {},
): Promise<Caller> {
  const address = (await sheaf.command("setup-address")).trim();
  const code = address.slice(address.indexOf("#code=") + "#code=".length);
  return Caller.signedIn(sheaf, "/api/set-up", {
    code,
    kind: "practice",
    mail: null,
    practiceName,
    email,
    password,
    firstName: "Anna",
    lastName: "Okafor",
  });
}

/** Fills in the form that is open, and sends it. */
export async function signUp(page: Page, username: string): Promise<void> {
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  await form.getByLabel("First name").fill("Anna");
  await form.getByLabel("Last name").fill("Okafor");
  await form.getByLabel("Practice name").fill("Okafor & Co");
  await form.getByLabel("Email", { exact: true }).fill(`${username}@example.com`);
  await form.getByLabel("Username", { exact: true }).fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Create account" }).click();
}

export const password = "correct horse battery";

/** What a reader of a PDF sees: the size of every page in points and each page's words. */
export async function readPdf(path: string): Promise<{ sizes: string[]; pages: string[] }> {
  const { stdout: info } = await run("pdfinfo", ["-l", "-1", path]);
  const sizes = [...info.matchAll(/^Page\s+\d+ size:\s+([\d.]+ x [\d.]+)/gm)].map((match) => match[1] ?? "");
  const { stdout: text } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 64 << 20 });
  return { sizes, pages: text.split("\f").slice(0, sizes.length) };
}

export interface JobSeen {
  id: string;
  status: string;
  errorMessage: string | null;
  pdfPath: string | null;
  files: { originalName: string; state: string; pages: number | null }[];
  outputs: { pages: number }[];
}

/** The same person without a browser. */
export class Caller {
  readonly #url: string;
  #cookie = "";
  private constructor(url: string) {
    this.#url = url;
  }

  /** Registers with a confirmed address, and has the operator record the payment. */
  static async register(sheaf: Installation, username: string): Promise<Caller> {
    const caller = await Caller.signedIn(sheaf, "/api/register", {
      username,
      password,
      email: `${username}@example.com`,
      firstName: "Anna",
      lastName: "Okafor",
    });
    await confirmEmail(sheaf.dataDir, username);
    await pay(sheaf.dataDir, username);
    return caller;
  }

  /** @param path of what answers with a session */
  static async signedIn(sheaf: Installation, path: string, body: object): Promise<Caller> {
    const caller = new Caller(sheaf.url);
    const answer = await caller.send("POST", path, body);
    caller.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    return caller;
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

  /** The job as soon as it is as wanted; it is asked for until the test's own time is up. */
  async jobWhen(id: string, wanted: (job: JobSeen) => boolean): Promise<JobSeen> {
    for (;;) {
      const job = await this.get<JobSeen>(`/api/jobs/${id}`);
      if (wanted(job)) return job;
      await setTimeout(50);
    }
  }
}

export const isEnded = (job: JobSeen) => job.status === "completed" || job.status === "failed";
