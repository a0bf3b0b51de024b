import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { noSandboxLauncher } from "./no-sandbox.ts";
import { startProcessOrBroken } from "./sandboxed-process.ts";
import { serve } from "./serve.ts";

const root = mkdtempSync(join(tmpdir(), "sheaf-sandbox-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
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
