import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Launcher, LaunchPlan } from "./launcher.ts";
import { noSandboxLauncher } from "./no-sandbox.ts";
import type { SandboxRequest } from "./protocol.ts";
import { type SandboxedProcessOptions, startSandboxedProcess } from "./sandboxed-process.ts";
import { isAlive } from "./scratch.ts";
import type { WorkLimits } from "./watchdog.ts";

const root = mkdtempSync(join(tmpdir(), "sheaf-replies-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const roomy: WorkLimits = { timeMs: 60_000, memoryBytes: 2 ** 40, scratchBytes: 2 ** 40 };
let count = 0;

/** Starts a sandboxed process whose program is a script of the shell. */
function start(script: string, different: Partial<SandboxedProcessOptions> = {}, launcher: Partial<Launcher> = {}) {
  const launch = vi.fn((_plan: LaunchPlan) => spawn("sh", ["-c", script], { stdio: "pipe", detached: true }));
  const child = startSandboxedProcess({
    launcher: { ...noSandboxLauncher(), launch, ...launcher },
    scratchDir: root,
    name: `sandbox-${count++}`,
    locale: "en-GB",
    timeZone: "Europe/London",
    office: null,
    program: "none.ts",
    isNice: false,
    ...different,
  });
  onTestFinished(() => child.end());
  return { child, plan: launch.mock.calls[0]?.[0], dir: join(child.folders.workDir, "..") };
}
const answer = (value: object) => `echo '${JSON.stringify(value)}'`;
const draw = { do: "draw", file: "a.pdf", index: 0 } as const;

describe("a request", () => {
  test("is one line with the name of its result, and is answered by one line", async () => {
    const { child } = start(
      `read -r line; echo "$line" >&2; ${answer({ did: "draw" })}; read -r line; ${answer({ failed: "no" })}; exit`,
    );
    expect(await child.ask(draw, roomy)).toEqual({ did: "draw" });
    expect(child.isBroken()).toBe(false);
    expect(await child.ask(draw, roomy)).toEqual({ failed: "no" });
    const reply = await child.ask(draw, roomy);
    expect(reply).toMatchObject({ broken: "crash" });
    const { diagnosis } = reply as { diagnosis: string };
    expect(JSON.parse(diagnosis)).toEqual({ ...draw, result: child.results.name() });
  });

  test("waits for the one before", async () => {
    const { child } = start(
      'while read -r line; do case "$line" in *draw*) echo \'{"did":"draw"}\';; *) echo \'{"did":"read","pages":1}\';; esac; done',
    );
    const read: SandboxRequest = { do: "read", file: "a.pdf", first: 0, end: 1, languages: [], secondMs: 0 };
    expect(await Promise.all([draw, read, draw].map((request) => child.ask(request, roomy)))).toEqual([
      { did: "draw" },
      { did: "read", pages: 1 },
      { did: "draw" },
    ]);
  });

  test("may be answered by a line in pieces, of up to a megabyte", async () => {
    const { child } = start(
      `read -r line; printf '{"failed":"'; head -c 1000000 /dev/zero | tr '\\0' a; printf '"}\\n'; read -r line`,
    );
    expect(await child.ask(draw, roomy)).toEqual({ failed: "a".repeat(2_000) });
  });

  test.each([
    ["no answer", "read -r line; echo words; read -r line"],
    ["two answers", `read -r line; ${answer({ did: "draw" })}; ${answer({ did: "draw" })}; read -r line`],
    ["more than a megabyte without an end", "read -r line; head -c 1100000 /dev/zero | tr '\\0' a; read -r line"],
  ])("that gets %s breaks the process", async (_, script) => {
    const { child } = start(script);
    await child.ask(draw, roomy);
    await expect.poll(() => child.isBroken()).toBe(true);
    expect(await child.ask(draw, roomy)).toMatchObject({ broken: "crash" });
  });

  test("ends with its limit, and the process with it", async () => {
    const { child } = start("read -r line; read -r line");
    expect(await child.ask(draw, { ...roomy, timeMs: 20 })).toMatchObject({ broken: "time" });
    expect(await child.ask(draw, roomy)).toMatchObject({ broken: "time" });
  });

  test("that is cancelled fails with the reason, and breaks the process only when it has begun", async () => {
    const { child } = start(`read -r line; ${answer({ did: "draw" })}; read -r line; read -r line`);
    await expect(child.ask(draw, roomy, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
    expect(child.isBroken()).toBe(false);
    expect(await child.ask(draw, roomy, new AbortController().signal)).toEqual({ did: "draw" });
    const stop = new AbortController();
    const asked = child.ask(draw, roomy, stop.signal);
    await new Promise(setImmediate);
    stop.abort(new Error("meanwhile"));
    await expect(asked).rejects.toThrow("meanwhile");
    expect(child.isBroken()).toBe(true);
  });
});

test("a process that answers before it is asked is broken", async () => {
  const { child } = start(`${answer({ did: "draw" })}; read -r line`);
  await expect.poll(() => child.isBroken()).toBe(true);
});

test("the end of what a process says about its fault is kept, up to 8 kB", async () => {
  const { child } = start("read -r line; head -c 9000 /dev/zero | tr '\\0' a >&2; printf end >&2");
  const { diagnosis } = (await child.ask(draw, roomy)) as { diagnosis: string };
  expect(diagnosis).toBe(`${"a".repeat(8_189)}end`);
});

test("a program that cannot be started is broken, with the reason", async () => {
  const { child } = start("", {}, { launch: () => spawn("/none", { stdio: "pipe", detached: true }) });
  expect(child.pid).toBeUndefined();
  await expect.poll(() => child.isBroken()).toBe(true);
  expect(await child.ask(draw, roomy)).toMatchObject({ broken: "crash", diagnosis: expect.stringContaining("ENOENT") });
  expect(child.waitedMs()).toBe(0);
});

test("at its end a process, what it has started and its folders are gone", async () => {
  const { child, dir } = start("sleep 60 & echo $! >&2; read -r line");
  const { pid = 0 } = child;
  expect([isAlive(pid), existsSync(dir)]).toEqual([true, true]);
  await child.end();
  expect([child.isBroken(), isAlive(pid), existsSync(dir)]).toEqual([true, false, false]);
});

describe("a process is launched", () => {
  test("with its folders, which no other user may enter, and the start of its program", () => {
    const { child, plan, dir } = start("read -r line");
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const folder of Object.values(child.folders)) expect(existsSync(folder)).toBe(true);
    expect(plan).toMatchObject({ folders: child.folders, program: "none.ts", timeZone: "Europe/London", results: [] });
    expect(plan?.fillsCompileCache).toBe(false);
    expect(plan?.start(child.folders)).toEqual({ ...child.folders, locale: "en-GB", office: null });
  });

  test.each([
    [undefined, 1_288_490_189],
    [1_001, 1_201],
  ])("with a fifth more storage than its memory of %s", (memoryBytes, storageBytes) => {
    expect(start("read -r line", memoryBytes ? { memoryBytes } : {}).plan?.storageBytes).toBe(storageBytes);
  });

  test.each([
    [undefined, 1],
    [2, 3],
  ])("with a file for each result where it works in memory: %s may be moved", (movableResults, results) => {
    const { plan } = start("read -r line", movableResults ? { movableResults } : {}, { worksInMemory: true });
    expect(plan?.results).toHaveLength(results);
  });

  test("at a lower priority, unless it is told otherwise", () => {
    const priority = (different: Partial<SandboxedProcessOptions>) =>
      getPriority(start("read -r line", different).child.pid ?? 0);
    expect([priority({ isNice: true }), priority({ isNice: true, niceness: 19 })]).toEqual([10, 19]);
    expect(priority({ isNice: false, niceness: 19 })).toBe(getPriority());
  });

  test("in a group of its own, whose limit is a fifth above that of the watchdog", async () => {
    const delegatedGroup = join(root, `group-${count}`);
    mkdirSync(delegatedGroup);
    const name = `sandbox-${count}`;
    const { child } = start(`read -r line; ${answer({ did: "draw" })}; read -r line`, { delegatedGroup });
    const file = (each: string) => join(delegatedGroup, name, each);
    expect(readFileSync(file("cgroup.procs"), "utf8")).toBe(`${child.pid}`);
    await child.ask(draw, { ...roomy, memoryBytes: 2 ** 30 });
    expect(readFileSync(file("memory.max"), "utf8")).toBe(`${Math.round(1.2 * 2 ** 30)}`);
    writeFileSync(file("memory.events"), "oom_kill 1\n");
    const asked = child.ask(draw, roomy);
    await new Promise(setImmediate);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    expect(await asked).toMatchObject({ broken: "memory" });
  });
});
