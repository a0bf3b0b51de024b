import { once } from "node:events";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { release } from "node:os";
import { delimiter, join } from "node:path";
import type { FoundOffice } from "../office/find-office.ts";
import type { OfficeState } from "../office/open-office.ts";
import { type CellOptions, startCell } from "./cell.ts";
import { takeCompileCache } from "./cell-user.ts";
import type { Launcher } from "./launcher.ts";
import { cellName } from "./scratch.ts";
import { sourceStamp } from "./source-stamp.ts";
import type { WorkLimits } from "./watchdog.ts";

/** What is known of this machine before any document is taken. */
export interface Probe {
  /** Why no sandbox can be made, or what leaks from it, as a plain sentence; null when all holds. */
  refusal: string | null;
  office: OfficeState;
}

const probeLimits: WorkLimits = { timeMs: 60_000, memoryBytes: 2 ** 31, scratchBytes: 2 ** 30 };

/**
 * Makes one cell and lets it try what a hostile document would try, and start LibreOffice. The cell fills the cache of compiled
 * code. A good result is kept by kernel and versions, so that it is asked once.
 */
export async function probe(cell: Omit<CellOptions, "name" | "fillsCompileCache">, cacheDir: string): Promise<Probe> {
  await mkdir(cacheDir, { recursive: true });
  const keptPath = join(cacheDir, `probe-${cell.launcher.kind}.json`);
  const key = [await machineKey(cell.office), cell.program, ...cell.launcher.notes].join(" | ");
  const kept = await readFile(keptPath, "utf8").then(JSON.parse, () => null);
  if (kept?.key === key) return kept.found as Probe;

  const found = await askCell(cell, cacheDir);
  if (found.refusal === null) {
    await writeFile(`${keptPath}.${process.pid}`, JSON.stringify({ key, found }));
    await rename(`${keptPath}.${process.pid}`, keptPath);
  }
  return found;
}

async function askCell(options: Omit<CellOptions, "name">, cacheDir: string): Promise<Probe> {
  const none: OfficeState = { office: "none", officeVersion: null, note: null };
  const hostFile = join(cacheDir, `host-only-${process.pid}`);
  await writeFile(hostFile, "Nothing in a sandbox can read this.");
  const server = createServer((socket) => socket.destroy());
  server.on("error", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const cell = startCell({ ...options, name: cellName(), fillsCompileCache: true });
  try {
    const tried = await cell.ask({ do: "try", path: hostFile, port }, probeLimits);
    if (!("did" in tried) || tried.did !== "try") return { refusal: cannotMake(options.launcher, tried), office: none };
    if (options.launcher.kind !== "off" && tried.leaks.length > 0) {
      return { refusal: `The sandbox lets documents reach ${tried.leaks.join(" and ")}.`, office: none };
    }
    const warmed = await cell.ask({ do: "warm" }, probeLimits);
    if ("did" in warmed && warmed.did === "warm") return { refusal: null, office: warmed };
    return { refusal: `A first cell did not start: ${JSON.stringify(warmed)}`, office: none };
  } finally {
    await cell.end();
    takeCompileCache(join(cacheDir, "compiled"));
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

/** Changes with whatever could change the result: kernel, user, Node, bubblewrap, LibreOffice, this program and its packages. */
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
