import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** A whole Sheaf as an operator starts it: own folder, own port, own PostgreSQL. */
export interface Installation {
  url: string;
  dataDir: string;
  /** `./sheaf …` against this installation. */
  command(...args: string[]): Promise<string>;
  /** Kills start's own process and everything it started, as a power cut would. The data folder stays. */
  powerCut(): Promise<void>;
  /** `./sheaf start` again on the same folder and port. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-journey-"));
  await chmod(dataDir, 0o755); // PostgreSQL's user must get in when root runs the tests, or the cluster lies elsewhere
  const port = await freePort();
  const env: NodeJS.ProcessEnv = { ...process.env, SHEAF_DATA: dataDir, PORT: String(port) };
  delete env.DATABASE_URL;
  const url = `http://127.0.0.1:${port}`;
  let child = await start(env, url);

  return {
    url,
    dataDir,
    command: async (...args) => (await run(join(root, "sheaf"), args, { env })).stdout,
    powerCut: async () => {
      for (const pid of await processesOf(dataDir)) kill(pid);
      await ended(child);
    },
    startAgain: async () => {
      child = await start(env, url);
    },
    close: async () => {
      child.kill("SIGTERM");
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn(join(root, "sheaf"), ["start"], { env, stdio: ["ignore", "pipe", "pipe"] });
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

/** Every process that works on a data folder: it stands in their environment or on their command line. */
export async function processesOf(dataDir: string): Promise<number[]> {
  const { stdout } = await run("grep", [
    "-lsaF",
    dataDir,
    "-r",
    "/proc",
    "--include=environ",
    "--include=cmdline",
  ]).catch((error: { stdout: string }) => error);
  const pids = stdout.split("\n").map((path) => Number(/^\/proc\/(\d+)\//.exec(path)?.[1]));
  return [...new Set(pids)].filter((pid) => pid > 0 && pid !== process.pid);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // gone already
  }
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

/** A new person: registers in the browser; an operator records the payment; back in the app. */
export async function newPractice(sheaf: Installation, page: Page, username: string): Promise<void> {
  await page.goto(`${sheaf.url}/auth`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  await form.getByLabel("First name").fill("Anna");
  await form.getByLabel("Last name").fill("Okafor");
  await form.getByLabel("Email").fill(`${username}@example.com`);
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await form.getByRole("button", { name: /sign up|create/i }).click();
  await page.waitForURL("**/pricing");
  await sheaf.command("admin", "record-payment", username, "small-firm", "--reference", `BACS ${username}`);
  await page.goto(`${sheaf.url}/customers`);
}

/** What a reader of a PDF sees: the size of every page in points and each page's words. */
export async function readPdf(path: string): Promise<{ sizes: string[]; pages: string[] }> {
  const { stdout: info } = await run("pdfinfo", ["-l", "-1", path]);
  const sizes = [...info.matchAll(/^Page\s+\d+ size:\s+([\d.]+ x [\d.]+)/gm)].map((match) => match[1] ?? "");
  const { stdout: text } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 64 << 20 });
  return { sizes, pages: text.split("\f").slice(0, sizes.length) };
}
