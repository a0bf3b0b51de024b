import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { inDoubtAfterRestore } from "../../domain/delivery/sending/texts.ts";
import { settleAfterRestore } from "./settle.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

/** Settles the tables, as `./sheaf restore` does after loading them. */
async function settle(): Promise<void> {
  const client = new pg.Client({ connectionString: server.services.databaseUrl });
  await client.connect();
  try {
    await settleAfterRestore(client, new Date());
  } finally {
    await client.end();
  }
}

test("after a restore, the email of a file that is repaired later is unconfirmed, even if other emails of its job were sent", async () => {
  const anna = await openPractice(server);
  const separate = { sendEmail: "true", separatePdfs: "true", separateEmails: "true" };
  const files: [string, string][] = [
    ["good.txt", "good"],
    ["broken.txt", "bad"],
  ];
  const { id } = await anna.job(files, separate);
  const job = await anna.ended(id);
  await expect.poll(async () => (await anna.read(id)).deliveries).toMatchObject([{ state: "kept" }]);

  await settle();
  const form = new FormData();
  form.append("files", new Blob(["fine now"]), "repaired.txt");
  await anna.replace(`/api/jobs/${id}/files/${job.files[1]?.id}`, form);

  await expect.poll(async () => (await anna.read(id)).status).toBe("completed");
  expect((await anna.read(id)).deliveries).toMatchObject([
    { state: "kept" },
    { state: "unconfirmed", message: inDoubtAfterRestore("email") },
  ]);
});
