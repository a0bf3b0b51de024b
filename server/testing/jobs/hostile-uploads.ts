import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDir } from "@sheaf/engine/sandbox/project-dir.ts";
import {
  acceptable,
  type HostileFile,
  hostileCorpus,
  readHostile,
  wrongInOutput,
} from "@sheaf/engine/testing/hostile-corpus.ts";
import { setTraps, type Traps } from "@sheaf/engine/testing/hostile-traps.ts";
import { type Lanes, openLanes } from "@sheaf/engine/testing/lanes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../server.ts";
import { type NewFile, openPractice, type Practice } from "./practice.ts";

/** Files that keep a CPU busy until the time limit: only the slow suite opens them. */
const endedByTimeLimit = ["bomb-10-rept-memory.xlsx"];
const patienceMs = 120_000;
const setUpMs = 600_000; // another suite may hold the traps

/**
 * Tests each hostile file as a user would send it: uploads it, has a real worker convert it, and downloads the result.
 * @param sandbox value of `SHEAF_SANDBOX`
 */
export function testHostileUploads(sandbox: "auto" | "landlock"): void {
  const files = readHostile().files.filter(({ name }) => sandbox !== "auto" || !endedByTimeLimit.includes(name));
  const title = `hostile uploads, sandbox ${sandbox} (skipped when ../shared/corpus-hostile is not there)`;
  describe.skipIf(files.length === 0)(title, () => {
    let server: TestServer;
    let traps: Traps;
    let lanes: Lanes<Practice>;

    beforeAll(async () => {
      traps = await setTraps();
      server = await startTestServer({ worker: true, env: { SHEAF_SANDBOX: sandbox } });
      lanes = openLanes([await openPractice(server, "growth"), await openPractice(server, "growth")]);
    }, setUpMs);
    afterAll(async () => {
      await server?.close();
      await traps?.close();
    }, patienceMs);

    describe.concurrent("each file is handled without harm", () => {
      test.each(files.map((file) => [file.name, file] as const))("%s", { timeout: patienceMs }, async (name, file) => {
        const practice = await lanes.take();
        try {
          const bytes = new Uint8Array(await readFile(join(hostileCorpus, name)));
          await testOne(server, practice, file, [name, bytes]);
          expect(await traps.sprung()).toEqual([]);
        } finally {
          lanes.release(practice);
        }
      });
    });
  });
}

async function testOne(server: TestServer, practice: Practice, file: HostileFile, upload: NewFile): Promise<void> {
  const answer = await practice.send([upload]);
  if (answer.statusCode >= 400) {
    expect(acceptable(file).some((outcome) => outcome.startsWith("rejected"))).toBe(true);
    expect(answer.json().message).toContain(file.name);
    return;
  }
  const job = await practice.ended(answer.json().id, patienceMs);
  const [sent] = job.files;
  const states: Record<string, string> = { refused: `rejected:${sent?.reason}`, unpacked: "container" };
  const outcome = states[sent?.state ?? ""] ?? sent?.state ?? "";
  expect(acceptable(file), sent?.message ?? "").toContain(outcome);
  if (outcome === "container") {
    for (const { state, message } of job.files.slice(1)) if (state !== "converted") expect(message).toBeTruthy();
    return;
  }
  if (outcome !== "converted") {
    expect(job).toMatchObject({ status: "failed", outputs: [] });
    expect(sent?.message).toContain(file.name);
    return;
  }
  const { dataDir } = server.services.config;
  const path = join(dataDir, `${job.id}.pdf`);
  const download = await practice.get(job.pdfPath ?? "");
  expect(download.headers).toMatchObject({ "content-type": "application/pdf", "x-content-type-options": "nosniff" });
  await writeFile(path, download.bytes);
  expect(await wrongInOutput(path, file, [dataDir, projectDir])).toEqual([]);
}
