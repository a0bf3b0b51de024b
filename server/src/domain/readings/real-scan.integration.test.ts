import { installedLanguages } from "@sheaf/engine/installed/languages.ts";
import { aLetter, pictureOf } from "@sheaf/engine/read/testing.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NewFile, openPractice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";

let server: TestServer;

/** The real engine, in its sandbox. */
beforeAll(async () => {
  server = await startTestServer({ worker: true });
});
afterAll(() => server.close());

test.runIf(installedLanguages().length > 0)("a scan is read, and found by its words", async () => {
  const anna = await openPractice(server);
  const scan = await pictureOf(await aLetter());
  const upsideDown = await sharp(scan).rotate(180).jpeg({ quality: 90 }).toBuffer();
  const files: NewFile[] = [
    ["letter.jpg", new Uint8Array(scan)],
    ["turned.jpg", new Uint8Array(upsideDown)],
  ];
  const job = await anna.ended((await anna.job(files, { separatePdfs: "true" })).id, 120_000);
  expect(job.files).toMatchObject([
    { reading: { state: "read", detail: null, turns: [] } },
    { reading: { state: "read", detail: null, turns: [{ page: 1, turn: 180 }] } },
  ]);
  const { hits } = (await anna.get("/api/search/pages?q=Northampton")).json();
  expect(hits.map(({ fileName }: { fileName: string }) => fileName).toSorted()).toEqual(["letter.jpg", "turned.jpg"]);
});
