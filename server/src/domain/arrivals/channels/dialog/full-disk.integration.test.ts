import { rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPractice, type Practice } from "../../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../../testing/server.ts";
import { mayMount, mountSmallDisk, unmountSmallDisk } from "../../../../../testing/small-disk.ts";
import { blobFolder } from "../../../../platform/storage/local-blobs.ts";
import { uploadKeys } from "../../table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

const refused = {
  code: "storage-full",
  message:
    "There is no space left to store this. Everything stored before is safe. Keep your files and try again in a few minutes.",
};

async function expectNothingOf(anna: Practice): Promise<void> {
  const { db } = server.services;
  expect(await anna.blobs()).toEqual([]);
  expect(await db.$count(uploadKeys, eq(uploadKeys.practiceId, anna.practiceId))).toBe(0);
  expect(await anna.documentsUsed()).toBe(0);
}

test("an upload is refused with storage-full while the database's disk is full, and accepted when it has space again", async () => {
  const anna = await openPractice(server);
  const { db } = server.services;
  await db.execute(sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await db.execute(sql`create trigger no_room before insert on jobs for each row execute function no_room()`);
  const key = { "idempotency-key": "once" };

  const answer = await anna.send([["a.txt", "one"]], {}, key);

  expect(answer.statusCode).toBe(507);
  expect(answer.json()).toEqual(refused);
  await expectNothingOf(anna);
  await db.execute(sql`drop trigger no_room on jobs`);
  expect((await anna.send([["a.txt", "one"]], {}, key)).statusCode).toBe(201);
});

describe.skipIf(!mayMount())("on a small disk (skipped where this user may not mount)", () => {
  const files = () => blobFolder(server.services.config.dataDir);
  const ballast = () => join(files(), "ballast");
  beforeAll(() => mountSmallDisk(files(), "8m"));
  afterAll(() => unmountSmallDisk(files()));

  test("an upload too large for the disk is refused with storage-full and stores nothing; a smaller one is accepted", async () => {
    const anna = await openPractice(server);
    const large = new Uint8Array(9 * MB);
    expect((await sendUnmeasured(anna, large)).status).toBe(507);
    await expectNothingOf(anna);

    const announced = await anna.send([["large.txt", large]]);
    expect([announced.statusCode, announced.json()]).toEqual([507, refused]);
    expect((await anna.send([["small.txt", "one"]])).statusCode).toBe(201);
  });

  test("/readyz reports the full disk until it has space again", async () => {
    const anna = await openPractice(server);
    writeFileSync(ballast(), new Uint8Array(7.8 * MB));
    const ready = async () => (await server.app.inject({ url: "/readyz" })).json();

    expect(await ready()).toMatchObject({
      ok: false,
      files: "The disk of the files is full (0 MB left). Uploads are refused until there is room.",
    });
    expect((await anna.send([["a.txt", "one"]])).json()).toEqual(refused);
    rmSync(ballast());
    expect(await ready()).toMatchObject({ files: "ok" });
    expect((await anna.send([["a.txt", "one"]])).statusCode).toBe(201);
  });
});

/** Sends an upload without Content-Length, so that the server cannot check its size before it reads the body. */
async function sendUnmeasured(anna: Practice, content: Uint8Array<ArrayBuffer>): Promise<Response> {
  const { port } = server.app.server.address() as AddressInfo;
  const encoded = new Response(anna.form([["large.txt", content]]));
  return fetch(`http://127.0.0.1:${port}/api/jobs`, {
    method: "POST",
    body: encoded.body,
    duplex: "half",
    headers: { cookie: anna.cookies(), "content-type": encoded.headers.get("content-type") ?? "" },
  });
}
