import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asSheafRuns } from "../as-sheaf-runs.ts";
import type { Host } from "./network.ts";
import { until } from "./until.ts";

export interface SheafProcess {
  url: string;
  /** Its own data folder, not shared with other processes. */
  dataDir: string;
  /** Returns what it has printed so far. */
  said(): string;
  /** Sends the signal and waits for the exit. @returns exit status and signal */
  end(signal: NodeJS.Signals): Promise<[number | null, NodeJS.Signals | null]>;
  /** Kills it and removes its folder. */
  close(): Promise<void>;
}

export interface ProcessOptions {
  env: Record<string, string>;
  host: Pick<Host, "address" | "run">;
  port: number;
}

const readyWithinMs = 120_000;

/** Starts `./sheaf api` or `./sheaf worker` with a data folder of its own, and waits until its /readyz succeeds. */
export async function startProcess(kind: "api" | "worker", options: ProcessOptions): Promise<SheafProcess> {
  const { host, port } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-host-"));
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = host.run(
    [process.execPath, ...asSheafRuns, join(import.meta.dirname, `../../src/app/main-${kind}.ts`)],
    {
      ...environment,
      SHEAF_DATA: dataDir,
      HOST: host.address,
      SCRYPT_LN: "4",
      SHEAF_WORKERS: "1",
      LOG_LEVEL: "info",
      ...(kind === "api" ? { PORT: String(port) } : { WORKER_PORT: String(port) }),
      ...options.env,
    },
  );
  const said = collect(child);
  const url = `http://${host.address}:${port}`;
  await until(readyWithinMs, async () => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (!answer?.ok) throw new Error(`The ${kind} is not ready: ${said()}`);
  });
  const end: SheafProcess["end"] = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
    child.kill(signal);
    return (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  };
  return {
    url,
    dataDir,
    said,
    end,
    async close() {
      await end("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function collect(child: ChildProcess): () => string {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
  return () => said;
}
