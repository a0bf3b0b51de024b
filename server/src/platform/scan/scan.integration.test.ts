import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { eicar, type FakeClamd, startFakeClamd } from "../../../testing/scan/fake-clamd.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { convertFile } from "../../domain/jobs/converting/convert.task.ts";

const opened: string[] = [];
const engine = fakeEngine({
  async converting(name) {
    opened.push(name);
  },
});

let clamd: FakeClamd;
let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  clamd = await startFakeClamd();
  server = await startTestServer({ worker: engine, env: { CLAMD_ADDRESS: clamd.address } });
  anna = await openPractice(server);
});
afterAll(async () => {
  await server.close();
  await clamd.close();
});

test("a file with a virus is refused with the virus's name and never opened; the other file is converted", async () => {
  const { id } = await anna.job([
    ["invoice.txt", eicar],
    ["wages.txt", "fine"],
  ]);
  const { status, files } = await anna.ended(id);
  expect(status).toBe("failed");
  expect(files).toMatchObject([
    {
      state: "refused",
      reason: "active-content",
      message: "invoice.txt contains a virus (Eicar-Test-Signature). Ask for a clean copy and replace it.",
    },
    { state: "converted" },
  ]);
  expect(opened).toEqual(["wages.txt"]);
});

test("while the scanner is down files wait and /readyz reports it; afterwards they are converted", async () => {
  const port = Number(clamd.address.split(":")[1]);
  await clamd.close();
  opened.length = 0;
  const { db } = server.services;
  const putOff = async () =>
    (
      await db.execute(
        sql`select 1 from pgboss.job where name = ${convertFile.name} and state = 'created' and start_after > now()`,
      )
    ).rows;
  const { id } = await anna.job([["later.txt", "fine"]]);
  const ready = await server.app.inject("/readyz");
  expect(ready.json().scanner).toBe("The virus scanner (clamd) cannot be reached. Files wait.");
  await vi.waitFor(async () => expect(await putOff()).toHaveLength(1), { timeout: 20_000 });
  expect((await anna.read(id)).status).toBe("processing");
  expect(opened).toEqual([]);

  clamd = await startFakeClamd({ port });
  await db.execute(
    sql`update pgboss.job set start_after = now() where name = ${convertFile.name} and state = 'created'`,
  );
  expect(await anna.ended(id)).toMatchObject({ status: "completed" });
  expect((await server.app.inject("/readyz")).json().scanner).toBe("ok");
});
