import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Launcher } from "./launcher.ts";
import { noSandboxLauncher } from "./no-sandbox.ts";
import { probe } from "./probe.ts";

const warm = { did: "warm", office: "kit", officeVersion: "25.8", note: null };
const found = { refusal: null, office: warm };

/** A machine on which a sandboxed process gives these answers, one after the other, and counts as started. */
function machine(...answers: (object | string)[]) {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-probe-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const cacheDir = join(dir, "cache");
  const launch = vi.fn<Launcher["launch"]>(() => {
    const script = answers.map((each) =>
      typeof each === "string" ? each : `read -r line; printf '%s\\n' '${JSON.stringify(each)}'`,
    );
    return spawn("sh", ["-c", `${script.join("\n")}\nread -r line`], { stdio: "pipe", detached: true });
  });
  const given = (different: Partial<Launcher> & { program?: string } = {}) => ({
    launcher: { ...noSandboxLauncher(), kind: "landlock" as const, notes: [], launch, ...different },
    scratchDir: join(dir, "scratch"),
    locale: "en-GB",
    timeZone: "Europe/London",
    office: null,
    program: different.program ?? "none.ts",
    isNice: false,
  });
  return { cacheDir, launch, probed: (different?: Parameters<typeof given>[0]) => probe(given(different), cacheDir) };
}
const tried = (...leaks: string[]) => ({ did: "try", leaks });

test("a sandbox that works is tried once, and again when anything changes that could matter", async () => {
  const { cacheDir, launch, probed } = machine(tried(), warm);
  expect(await probed()).toEqual(found);
  expect(await probed()).toEqual(found);
  expect(launch).toHaveBeenCalledTimes(1);
  expect(launch.mock.calls[0]?.[0]).toMatchObject({ fillsCompileCache: true });
  expect(readdirSync(cacheDir)).toEqual(["probe-landlock.json"]);

  await probed({ notes: ["This kernel is old."] });
  await probed({ notes: ["This kernel is old."], program: "other.ts" });
  await probed({ kind: "bubblewrap" });
  expect(launch).toHaveBeenCalledTimes(4);
  expect(readdirSync(cacheDir).sort()).toEqual(["probe-bubblewrap.json", "probe-landlock.json"]);
});

test("a kept result that cannot be read, or is of another machine, does not count", async () => {
  const { cacheDir, launch, probed } = machine(tried(), warm);
  mkdirSync(cacheDir);
  const path = join(cacheDir, "probe-landlock.json");
  writeFileSync(path, "{");
  expect(await probed()).toEqual(found);
  writeFileSync(path, JSON.stringify({ key: "another", found: { refusal: null, office: null } }));
  expect(await probed()).toEqual(found);
  writeFileSync(path, "null");
  expect(await probed()).toEqual(found);
  expect(launch).toHaveBeenCalledTimes(3);
});

test("the key names the tools on the path, and those that are missing", async () => {
  const { cacheDir, probed } = machine(tried(), warm);
  vi.stubEnv("PATH", `${join(cacheDir, "none")}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await probed();
  const { key } = JSON.parse(readFileSync(join(cacheDir, "probe-landlock.json"), "utf8")) as { key: string };
  const parts = key.split(" | ");
  expect(parts).toContain(process.version);
  expect(parts).toContain("none.ts");
  const prlimit = parts.find((part) => part.includes("prlimit")) ?? "";
  const [path = "", size, changed] = prlimit.split(" ");
  expect([size, changed]).toEqual([`${statSync(path).size}`, `${statSync(path).mtimeMs}`]);
});

const nothing = { office: "none", officeVersion: null, note: null };

test("a sandbox that lets a document out is refused, and is tried again the next time", async () => {
  const { cacheDir, launch, probed } = machine(tried("files of this machine", "the network"), warm);
  const refusal = "The sandbox lets documents reach files of this machine and the network.";
  expect(await probed()).toEqual({ refusal, office: nothing });
  expect(await probed()).toEqual({ refusal, office: nothing });
  expect(launch).toHaveBeenCalledTimes(2);
  expect(readdirSync(cacheDir)).toEqual([]);
});

test("no sandbox at all may let a document out, since that was chosen", async () => {
  const { probed } = machine(tried("the network"), warm);
  expect(await probed({ kind: "off" })).toEqual(found);
});

test.each<[Launcher["kind"], string, string]>([
  ["landlock", "echo 'no such call' >&2; exit 1", "No sandbox can be made with landlock: no such call"],
  ["landlock", "exit 1", "No sandbox can be made with landlock: It ended at once."],
  [
    "bubblewrap",
    "echo 'denied' >&2; exit 1",
    "No sandbox can be made with bubblewrap (is the package bubblewrap installed, are user namespaces allowed?): denied",
  ],
])("a sandbox of %s that ends with %j is refused with the reason", async (kind, script, refusal) => {
  expect(await machine(script).probed({ kind })).toEqual({ refusal, office: nothing });
});

test("a sandbox whose first process answers with something else is refused with the answer", async () => {
  expect((await machine({ did: "draw" }).probed()).refusal).toBe(
    'No sandbox can be made with landlock: {"did":"draw"}',
  );
  expect((await machine(tried(), { failed: "no office" }).probed()).refusal).toBe(
    'A first sandboxed process did not start: {"failed":"no office"}',
  );
});
