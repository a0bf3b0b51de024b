import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installationNote } from "@sheaf/engine/installed/notes.ts";
import { expect, onTestFinished, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { openTestServices } from "../../../testing/services.ts";
import { followInstallation } from "../../platform/process/programs.ts";
import { reportWorker } from "../../platform/queue/workers.ts";
import { buildApp } from "../app.ts";
import { examineInstallation } from "../health/examine-installation.ts";
import { startConverting } from "./converting.ts";

/** Locks a file as an installation of programs does. */
async function startInstallation() {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-installation-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lock = join(folder, "programs.sh");
  writeFileSync(lock, "");
  const installer = spawn("flock", [lock, "sh", "-c", "echo; read -r _"], { stdio: ["pipe", "pipe", "inherit"] });
  await once(installer.stdout, "data");
  return { lock, end: () => installer.stdin.end() };
}

test("while fonts are being installed a job waits and says why, and begins by itself afterwards", async () => {
  const services = await openTestServices({ worker: true });
  const { lock, end } = await startInstallation();
  const opened: string[] = [];
  const engine = fakeEngine({ converting: async (name) => void opened.push(name) });
  const { ended } = await followInstallation(lock);
  const converting = startConverting(
    services,
    ended.then(() => engine),
  );
  const report = await reportWorker(services.db, converting.health, services.log);
  const app = await buildApp(services);
  const close = async () => {
    await app.close();
    await services.close();
  };
  onTestFinished(close);
  const anna = await openPractice({ app, services, close });
  const workersCheck = async () => (await app.inject("/readyz")).json().workers;

  const { id } = await anna.job([["letter.txt", "Dear Sirs"]]);
  expect(await anna.read(id)).toMatchObject({
    status: "pending",
    light: { word: "Pending" },
    files: [{ state: "waiting" }],
    detail: installationNote,
  });
  expect(await workersCheck()).toBe(installationNote);
  const fonts = (await examineInstallation(services)).find(({ name }) => name === "fonts");
  expect(fonts).toMatchObject({ state: "warning", words: installationNote });
  expect(opened).toEqual([]);

  end();
  await converting.begun;
  await report.now();

  expect(await anna.ended(id, 120_000)).toMatchObject({ status: "completed", detail: null });
  expect(opened).toEqual(["letter.txt"]);
  expect(await workersCheck()).toMatch(/^ok: off/);
  await report.stop();
});
