import { once } from "node:events";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { release } from "node:os";
import { delimiter, join } from "node:path";
import type { FoundOffice } from "../office/find-office.ts";
import type { OfficeState } from "../office/open-office.ts";
import type { Launcher } from "./launcher.ts";
import { reclaimCompileCache } from "./sandbox-user.ts";
import { type SandboxedProcessOptions, startSandboxedProcess } from "./sandboxed-process.ts";
import { sandboxName } from "./scratch.ts";
import { sourceStamp } from "./source-stamp.ts";
import type { WorkLimits } from "./watchdog.ts";

/** What is known about this machine before any document is accepted. */
export interface Probe {
  /**
   * One sentence that says why no sandbox can be made or what a document in it could reach; null when the sandbox
   * works.
   */
  refusal: string | null;
  office: OfficeState;
}

const probeLimits: WorkLimits = { timeMs: 60_000, memoryBytes: 2 ** 31, scratchBytes: 2 ** 30 };

/**
 * Starts one sandboxed process, in which it tries the attacks of a hostile document and starts LibreOffice. The process
 * also fills the compile cache. A good result is stored by kernel and versions, so that the probe runs once for each
 * combination.
 */
export async function probe(
  child: Omit<SandboxedProcessOptions, "name" | "fillsCompileCache">,
  cacheDir: string,
): Promise<Probe> {
  await mkdir(cacheDir, { recursive: true });
  const keptPath = join(cacheDir, `probe-${child.launcher.kind}.json`);
  const key = [await machineKey(child.office), child.program, ...child.launcher.notes].join(" | ");
  // A power failure can leave the file empty.
  const kept = await readFile(keptPath, "utf8")
    .then(JSON.parse)
    .catch(() => null);
  if (kept?.key === key) return kept.found as Probe;

  const found = await askSandbox(child, cacheDir);
  if (found.refusal === null) {
    await writeFile(`${keptPath}.${process.pid}`, JSON.stringify({ key, found }));
    await rename(`${keptPath}.${process.pid}`, keptPath);
  }
  return found;
}

async function askSandbox(options: Omit<SandboxedProcessOptions, "name">, cacheDir: string): Promise<Probe> {
  const none: OfficeState = { office: "none", officeVersion: null, note: null };
  const hostFile = join(cacheDir, `host-only-${process.pid}`);
  await writeFile(hostFile, "Nothing in a sandbox can read this.");
  const server = createServer((socket) => socket.destroy());
  server.on("error", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const child = startSandboxedProcess({ ...options, name: sandboxName(), fillsCompileCache: true });
  try {
    const tried = await child.ask({ do: "try", path: hostFile, port }, probeLimits);
    if (!("did" in tried) || tried.did !== "try") return { refusal: cannotMake(options.launcher, tried), office: none };
    if (options.launcher.kind !== "off" && tried.leaks.length > 0) {
      return { refusal: `The sandbox lets documents reach ${tried.leaks.join(" and ")}.`, office: none };
    }
    const warmed = await child.ask({ do: "warm" }, probeLimits);
    if ("did" in warmed && warmed.did === "warm") return { refusal: null, office: warmed };
    return { refusal: `A first sandboxed process did not start: ${JSON.stringify(warmed)}`, office: none };
  } finally {
    await child.end();
    reclaimCompileCache(join(cacheDir, "compiled"));
    server.close();
    await rm(hostFile, { force: true });
  }
}

function cannotMake(launcher: Launcher, answer: object): string {
  const diagnosis = "diagnosis" in answer ? String(answer.diagnosis).trim() : JSON.stringify(answer);
  const why = diagnosis === "" ? "It ended at once." : diagnosis;
  const ask =
    launcher.kind === "bubblewrap" ? " (is the package bubblewrap installed, are user namespaces allowed?)" : "";
  return `No sandbox can be made with ${launcher.kind}${ask}: ${why}`;
}

/**
 * Returns a key that changes with everything that could change the result: kernel, user, Node, bubblewrap, LibreOffice,
 * this program and its packages.
 */
async function machineKey(office: FoundOffice | null): Promise<string> {
  const tools = ["bwrap", "prlimit", "setpriv"].map((name) => onPath(name));
  const libraries = office ? [stamp(office.programDir)] : [];
  const stamps = await Promise.all([...tools, ...libraries]);
  const own = [release(), process.getuid?.() ?? "", process.version, office?.way ?? "none", sourceStamp()];
  return [...own, ...stamps].join(" | ");
}

async function onPath(name: string): Promise<string> {
  for (const dir of (process.env.PATH ?? "").split(delimiter)) {
    const found = await stamp(join(dir, name));
    if (found !== "") return found;
  }
  return `no ${name}`;
}

async function stamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found ? `${path} ${found.size} ${found.mtimeMs}` : "";
}
