import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { outcomesByFolder } from "@sheaf/engine/testing/corpus-kinds/by-folder.ts";
import type { ItemOutcome, KindOutcome } from "@sheaf/engine/testing/corpus-kinds/outcome.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "..", "..", "..", "shared", "corpus-kinds");
const reviewed = Object.entries(outcomesByFolder).flatMap(([folder, outcomes]) =>
  Object.entries(outcomes).map(([name, outcome]) => [`${folder}/${name}`, outcome] as const),
);

/** Longer than any file and its items may take: the engine's own limits end a file that hangs. */
const patienceMs = 600_000;

/*
 * The outcomes that were reviewed with the engine alone (engine/src/corpus-kinds.slow.test.ts), through the API: the
 * same pages, refusals and items.
 */
const title = "rare kinds, and files inside files, through the API (skipped when ../shared/corpus-kinds is not there)";
describe.skipIf(!existsSync(corpus))(title, () => {
  let server: TestServer;
  let anna: Practice;
  beforeAll(async () => {
    server = await startTestServer({ worker: true, env: { UPLOADS_PER_MINUTE: "1000" } });
    anna = await openPractice(server, "growth");
  });
  afterAll(() => server?.close());

  test.each(reviewed)("%s", { timeout: patienceMs }, async (path, outcome) => {
    const name = basename(path);
    const answer = await anna.send([[name, new Uint8Array(readFileSync(join(corpus, path)))]]);
    if (answer.statusCode !== 201) {
      expect(outcome, answer.body).toMatchObject({ refused: "unsupported" });
      return;
    }
    let job = await anna.ended(answer.json().id, patienceMs);
    if (outcome.password !== undefined) {
      await anna.post(`/api/jobs/${job.id}/files/${job.files[0]?.id}/password`, { password: outcome.password });
      job = await anna.ended(job.id, patienceMs);
    }
    expect(shownOf(job)).toEqual(expectedOf(name, outcome));
  });
});

/** "mail.msg › a.pdf: 2 pages" */
const shownOf = ({ files }: Job) =>
  files.map(({ path, originalName, state, pages, reason }) => {
    const words = state === "converted" ? `${pages} pages` : state === "refused" ? `refused as ${reason}` : state;
    return `${path ?? originalName}: ${words}`;
  });

function expectedOf(shown: string, outcome: KindOutcome | ItemOutcome): string[] {
  if ("setAside" in outcome) return [`${shown}: set-aside`];
  if ("refused" in outcome) return [`${shown}: refused as ${outcome.refused}`];
  if ("pages" in outcome) return [`${shown}: ${outcome.pages} pages`];
  return [`${shown}: unpacked`, ...outcome.items.flatMap((item) => expectedOf(`${shown} › ${item.path}`, item))];
}
