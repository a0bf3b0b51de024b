import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startCellOrBroken } from "./cell.ts";
import { noSandboxLauncher } from "./no-sandbox.ts";
import { serve } from "./serve.ts";

const root = mkdtempSync(join(tmpdir(), "sheaf-cell-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
writeFileSync(join(root, "file"), "no folder can be made in it");

test.each([
  ["folders", "file", "ENOTDIR"],
  ["descriptors", "scratch", "EMFILE"],
])("where there are no %s for a cell, its file is told why, and nothing is left", async (_what, scratch, reason) => {
  const launch = () => {
    throw new Error("EMFILE: too many open files");
  };
  const cell = startCellOrBroken({
    launcher: { ...noSandboxLauncher(), launch },
    ...{ scratchDir: join(root, scratch), name: "cell", locale: "en-GB", timeZone: "Europe/London" },
    ...{ office: null, program: "none.ts" },
  });

  expect(cell.isBroken()).toBe(true);
  const limits = { timeMs: 1000, memoryBytes: 1, scratchBytes: 1 };
  const given = [{ path: join(root, "file"), file: "file" }];
  const reply = await serve(cell, given, { do: "warm" }, join(root, "out.pdf"), { limits, signal: undefined });
  expect(reply).toEqual({ broken: "crash", diagnosis: expect.stringContaining(reason) });
  await cell.end();
  expect(existsSync(join(root, scratch, "cell"))).toBe(false);
});
