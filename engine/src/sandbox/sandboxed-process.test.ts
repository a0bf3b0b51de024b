import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Launcher } from "./launcher.ts";
import { noSandboxLauncher } from "./no-sandbox.ts";
import { startProcessOrBroken, startSandboxedProcess } from "./sandboxed-process.ts";
import { serve } from "./serve.ts";

const root = mkdtempSync(join(tmpdir(), "sheaf-sandbox-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => void vi.useRealTimers());
writeFileSync(join(root, "file"), "no folder can be made in it");

test.each([
  ["folders", "file", "ENOTDIR"],
  ["descriptors", "scratch", "EMFILE"],
])(
  "when no %s are left for a sandboxed process, its request fails with the reason and nothing is left behind",
  async (_what, scratch, reason) => {
    const launch = () => {
      throw new Error("EMFILE: too many open files");
    };
    const child = startProcessOrBroken({
      launcher: { ...noSandboxLauncher(), launch },
      scratchDir: join(root, scratch),
      name: "sandbox",
      locale: "en-GB",
      timeZone: "Europe/London",
      office: null,
      program: "none.ts",
    });

    expect(child.isBroken()).toBe(true);
    const limits = { timeMs: 1000, memoryBytes: 1, scratchBytes: 1 };
    const given = [{ path: join(root, "file"), file: "file" }];
    const reply = await serve(child, given, { do: "warm" }, join(root, "out.pdf"), { limits, signal: undefined });
    expect(reply).toEqual({ broken: "crash", diagnosis: expect.stringContaining(reason) });
    await child.end();
    expect(existsSync(join(root, scratch, "sandbox"))).toBe(false);
  },
);

/** Answers every request at once, with nothing done. */
const answering = `require("node:readline").createInterface(process.stdin).on("line", (line) => {
  const did = JSON.parse(line).do;
  console.log(JSON.stringify({ did, pages: 1, warnings: [], office: "none", officeVersion: null, note: null }));
})`;

test("a sandboxed process is not watched after its warm-up, but after each file", async () => {
  let looks = 0;
  const none = noSandboxLauncher();
  const launcher: Launcher = {
    ...none,
    storage: (pid, folders) => ({ ...none.storage(pid, folders), inMemory: () => (++looks > 0 ? [] : []) }),
    launch: () => spawn(process.execPath, ["-e", answering], { stdio: "pipe", detached: true }),
  };
  const options = { locale: "en-GB", timeZone: "Europe/London", office: null, program: "none.ts", isNice: false };
  const child = startSandboxedProcess({ ...options, launcher, scratchDir: join(root, "watched"), name: "sandbox" });
  const limits = { timeMs: 60_000, memoryBytes: 2 ** 40, scratchBytes: 2 ** 40 };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const looksWithin = async (ms: number) => {
    const before = looks;
    await vi.advanceTimersByTimeAsync(ms);
    return looks - before;
  };

  await child.ask({ do: "warm" }, limits);
  expect(await looksWithin(1_000)).toBe(0);
  await child.ask({ do: "convert", file: "a.txt", name: "a.txt", sizeBytes: 1 }, limits);
  expect(await looksWithin(1_000)).toBeGreaterThan(5);
  await child.ask({ do: "warm" }, limits);
  expect(await looksWithin(1_000)).toBeGreaterThan(5);

  vi.useRealTimers();
  await child.end();
});
