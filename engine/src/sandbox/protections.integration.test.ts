import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bubblewrapLauncher } from "./bubblewrap.ts";
import { sandboxProgram } from "./bundle.ts";
import { landlockLauncher } from "./landlock.ts";
import type { Launcher, Protection } from "./launcher.ts";
import { probe } from "./probe.ts";
import { sandboxUsers } from "./sandbox-user.ts";
import { type SandboxedProcess, startSandboxedProcess } from "./sandboxed-process.ts";
import type { WorkLimits } from "./watchdog.ts";

const roomy: WorkLimits = { timeMs: 60_000, memoryBytes: 2 ** 30, scratchBytes: 2 ** 30 };
const sandboxes = ["bubblewrap", "landlock"] as const;
type Sandbox = (typeof sandboxes)[number];

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-protections-"));
  await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function launcher(sandbox: Sandbox, without: readonly Protection[] = []): Launcher {
  const options = { cacheDir: join(dir, "cache"), officeProgramDir: null, users: sandboxUsers([dir]), without };
  return sandbox === "bubblewrap" ? bubblewrapLauncher(options) : landlockLauncher(options);
}

const program = await sandboxProgram();
const place = () => ({ scratchDir: dir, locale: "en-GB", timeZone: "Europe/London", office: null, program });
const sandboxIn = (sandbox: Sandbox, without?: readonly Protection[]): SandboxedProcess =>
  startSandboxedProcess({ ...place(), launcher: launcher(sandbox, without), name: `sandbox-${randomUUID()}` });

/** A sandboxed process that a document controls completely. */
const takenChild = (sandbox: Sandbox, without?: readonly Protection[]): SandboxedProcess =>
  startSandboxedProcess({
    ...place(),
    launcher: launcher(sandbox, without),
    name: `sandbox-${randomUUID()}`,
    program: "engine/src/testing/hostile-program.ts",
  });

async function leaksOf(child: SandboxedProcess, path: string): Promise<unknown> {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await child.ask({ do: "try", path, port: (server.address() as AddressInfo).port }, roomy);
  await child.end();
  server.close();
  return "did" in answer && answer.did === "try" ? answer.leaks : answer;
}

describe("each protection", () => {
  test.each<[Sandbox, Protection[], string[]]>([
    ["bubblewrap", [], []],
    ["bubblewrap", ["files"], ["files of this machine"]],
    ["bubblewrap", ["environment"], ["the environment"]],
    ["bubblewrap", ["calls"], ["the making of network sockets"]],
    ["bubblewrap", ["network"], []], // the filter alone is enough
    ["bubblewrap", ["network", "calls"], ["the network", "the making of network sockets"]],
    ["landlock", [], []],
    ["landlock", ["files"], ["files of this machine"]],
    ["landlock", ["environment"], ["the environment"]],
    ["landlock", ["calls"], ["the making of network sockets"]],
    ["landlock", ["network"], []],
    ["landlock", ["network", "calls"], ["the network", "the making of network sockets"]],
  ])("of %s matters: without %j a document reaches %j", async (sandbox, without, reached) => {
    const path = join(dir, "secret");
    await writeFile(path, "only for the host");
    const shown = sandbox === "bubblewrap" && without.includes("files") ? `/host${path}` : path;

    expect(await leaksOf(sandboxIn(sandbox, without), shown)).toEqual(reached);
  });

  test.each(sandboxes)("is verified before %s is used", async (sandbox) => {
    const child = { ...place(), launcher: launcher(sandbox, ["environment"]) };

    const { refusal } = await probe(child, join(dir, `cache-${sandbox}`));

    expect(refusal).toBe("The sandbox lets documents reach the environment.");
  });
});

test("in bubblewrap each folder of compiled code is mounted, and not the cache, which Node would try forever to fill once it is deleted", async () => {
  const compiled = join(dir, "cache", "compiled");
  await mkdir(join(compiled, "v24"), { recursive: true });
  for (const name of ["v24/code", "loose"]) await writeFile(join(compiled, name), "compiled");

  expect(await leaksOf(sandboxIn("bubblewrap"), "/cache/v24/code")).toEqual(["files of this machine"]);
  expect(await leaksOf(sandboxIn("bubblewrap"), "/cache/loose")).toEqual([]);
});

describe.each(sandboxes)("a document that took over a sandboxed process of %s", (sandbox) => {
  const perform = (child: SandboxedProcess, name: string, limits: Partial<WorkLimits>, token = "file") =>
    child.ask({ do: "convert", file: token, name, sizeBytes: 1 }, { ...roomy, ...limits });

  /** With Landlock files are on a disk; with bubblewrap they are in memory and count as memory. */
  const file = sandbox === "bubblewrap" ? "memory" : "scratch";
  const small = 300 * 2 ** 20;

  test.each([
    ["never answer", { timeMs: 300 }, "time"],
    ["fill the memory", { memoryBytes: small }, "memory"],
    ["take memory at once", { memoryBytes: small }, "memory"],
    ["fill the memory behind its first thread", { memoryBytes: small }, "memory"],
    ["fill the disk", { memoryBytes: small, scratchBytes: small }, file],
    ["fill its results", { scratchBytes: small }, "scratch"],
    ["keep deleted files without a pause", { memoryBytes: small, scratchBytes: small }, file],
    ["keep deleted files mapped", { memoryBytes: small, scratchBytes: small }, file],
    ["make empty files", { memoryBytes: small, scratchBytes: small }, file],
    ["start many", { processes: 8 }, "processes"],
  ] as const)("can %s only up to its limit, and leaves nothing behind", async (name, limits, broken) => {
    const child = takenChild(sandbox);
    const token = randomUUID();

    const reply = await perform(child, name, limits, token);

    expect(reply).toMatchObject({ broken });
    expect(mostIn(reply)).toBeLessThan(1.2 * small);

    await child.end();
    await expect.poll(() => processesNamed(token)).toEqual([]);
    expect((await readdir(dir)).filter((entry) => entry.startsWith("sandbox-"))).toEqual([]);
  });

  test("cannot hold memory through calls that the watchdog cannot see, but could without the filter", async () => {
    const [child, open] = [takenChild(sandbox), takenChild(sandbox, ["calls"])];
    expect(await perform(child, "ask for more", {})).toEqual({ failed: "granted: nothing" });
    const all = "shmget, semget, msgget, memfd_create, fallocate, mmap, prctl, prctl";
    expect(await perform(open, "ask for more", {})).toEqual({ failed: `granted: ${all}` });
    await Promise.all([child.end(), open.end()]);
  });

  test("is still watched after its answer", async () => {
    const child = takenChild(sandbox);
    expect(await perform(child, "answer, and go on", { memoryBytes: small })).toEqual({ failed: "for show" });
    await expect.poll(() => child.isBroken()).toBe(true);
    expect(await perform(child, "never answer", {})).toMatchObject({ broken: "memory" });
    await child.end();
  });

  test("would fill a disk with deleted files if they were not counted", async () => {
    const child = takenChild(sandbox, ["storage"]);
    const limits = { memoryBytes: small, scratchBytes: small / 6, timeMs: 2_000 };
    const reply = await perform(child, "keep deleted files open", limits);
    expect(reply).toMatchObject({ broken: "time" });
    expect(mostIn(reply)).toBeGreaterThan(limits.scratchBytes);
    await child.end();
  });

  test("cannot leave a process behind by giving it its own process group", async () => {
    const child = takenChild(sandbox);
    const token = randomUUID();
    const asked = perform(child, "leave the group", {}, token);
    await expect.poll(async () => (await processesNamed(token)).length, { timeout: 10_000 }).toBeGreaterThan(0);

    await child.end();

    expect(await asked).toMatchObject({ broken: "crash" });
    await expect.poll(() => processesNamed(token)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)("runs as a user without rights, even when root runs Sheaf", async () => {
    const child = takenChild(sandbox);
    const token = randomUUID();
    perform(child, "leave the group", {}, token);
    await expect.poll(async () => (await processesNamed(token)).length, { timeout: 10_000 }).toBeGreaterThan(0);

    const [pid] = await processesNamed(token);
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    await child.end();

    expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBeGreaterThan(1_000_000_000);
    expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toBe("0000000000000000");
    expect(/^NoNewPrivs:\s+(\d)/m.exec(status)?.[1]).toBe("1");
    expect(/^Seccomp:\s+(\d)/m.exec(status)?.[1]).toBe("2");
  });
});

/** Returns the number of bytes that an attack reported last. */
const mostIn = (reply: object): number =>
  Number(("diagnosis" in reply && String(reply.diagnosis).trim().split("\n").at(-1)) || 0);

async function processesNamed(token: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const named = await Promise.all(
    pids.map((pid) =>
      readFile(`/proc/${pid}/cmdline`, "utf8").then(
        (line) => line.split("\0").at(-2) === token,
        () => false,
      ),
    ),
  );
  return pids.filter((_pid, index) => named[index]);
}
