import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { openEngine } from "@sheaf/engine/engine.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import { installedLanguages } from "@sheaf/engine/installed/languages.ts";
import { aLetter, pictureOf } from "@sheaf/engine/read/testing.ts";
import { drawnPages, isWhole, pictureStreams, wordsInPoppler } from "@sheaf/engine/read/text-layer/testing.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type NewFile, openPractice } from "../../../testing/jobs/practice.ts";
import { readingTests } from "../../../testing/jobs/reading-tests.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";

const patienceMs = 240_000;
let server: TestServer;
let engine: Engine;

/** The real engine in its sandbox, with all the time that it needs beside other tests. */
beforeAll(async () => {
  server = await startTestServer();
  const scratchDir = join(server.services.config.dataDir, "scratch");
  const cacheDir = join(inject("engineCacheDir"), "server");
  const real = await openEngine({ scratchDir, cacheDir, children: 1, readers: 1, ahead: false, isNice: false });
  engine = { ...real, read: (path, options) => real.read(path, { ...options, deadlineMs: patienceMs }) };
}, patienceMs);
afterAll(async () => {
  await engine?.close();
  await server?.close();
});

const hasTesseract = installedLanguages().length > 0;

test.runIf(hasTesseract)(
  "a scan is read, found by its words, and downloaded with them",
  { timeout: patienceMs },
  async () => {
    const anna = readingTests(server, await openPractice(server));
    const scan = await pictureOf(await aLetter());
    const upsideDown = await sharp(scan).rotate(180).jpeg({ quality: 90 }).toBuffer();
    const files: NewFile[] = [
      ["letter.jpg", new Uint8Array(scan)],
      ["turned.jpg", new Uint8Array(upsideDown)],
    ];
    const job = await anna.run(await anna.job(files), ["convert", "read"], engine);
    expect(job.files).toMatchObject([
      { reading: { state: "read", detail: null, turns: [] } },
      { reading: { state: "read", detail: null, turns: [{ page: 1, turn: 180 }] } },
    ]);
    expect((await anna.findPages("Northampton")).map(({ fileName }) => fileName).toSorted()).toEqual([
      "letter.jpg",
      "turned.jpg",
    ]);

    const plain = await stored("plain.pdf", await anna.run(job, ["assemble"], engine));
    const searchable = await stored("searchable.pdf", await anna.run(job, ["text"], engine));
    for (const words of wordsInPoppler(searchable)) expect(words.map(({ text }) => text)).toContain("Northampton");
    expect(wordsInPoppler(plain)).toEqual([[], []]);
    expect(await pictureStreams(searchable)).toEqual(await pictureStreams(plain));
    expect(await drawnPages(searchable)).toEqual(await drawnPages(plain));
    expect(isWhole(searchable)).toBe(true);

    async function stored(name: string, { pdfPath }: Job): Promise<string> {
      const path = join(server.services.config.dataDir, name);
      await writeFile(path, (await anna.get(pdfPath ?? "")).bytes);
      return path;
    }
  },
);
