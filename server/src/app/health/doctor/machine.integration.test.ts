import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOffice } from "@sheaf/engine/office/find-office.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { testConfig } from "../../../../testing/services.ts";
import { examineOffice } from "../examinations/office.ts";
import { examineMachine } from "./machine.ts";

test("examineMachine makes a sandbox, starts LibreOffice in it, and leaves no files behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-trial-"));
  chmodSync(folder, 0o711);
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const machine = await examineMachine(testConfig(join(tmpdir(), "sheaf-not-there")));

  expect(["bubblewrap", "landlock"]).toContain(machine.sandbox);
  expect(machine.officeVersion).toMatch(/^\d+\.\d/);
  expect(examineOffice([machine]).words).toContain(findOffice()?.programDir);
  expect(readdirSync(folder)).toEqual([]);
});
