import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Host, makeNetwork, type Network, noNetwork } from "../../../testing/hosts/network.ts";
import { type ExternalPostgres, startExternalPostgres } from "../../../testing/hosts/postgres.ts";
import { type SheafProcess, startProcess } from "../../../testing/hosts/sheaf-process.ts";
import { openVisitor, type Visitor } from "../../../testing/hosts/visitor.ts";
import { type S3Server, startS3Server } from "../../../testing/s3-server.ts";
import { openDb } from "../db/connect.ts";

const refusal = noNetwork();
const withinMs = 60_000;

describe.skipIf(refusal)(`on five machines${refusal ? ` (not here: ${refusal})` : ""}`, () => {
  let network: Network;
  let postgres: ExternalPostgres;
  let s3: S3Server;
  let database: ReturnType<typeof openDb>;
  const apis: SheafProcess[] = [];
  const workers: (SheafProcess & { host: Host })[] = [];
  let anna: Visitor;

  beforeAll(async () => {
    network = makeNetwork();
    [postgres, s3] = await Promise.all([
      startExternalPostgres(network.address),
      startS3Server({ address: network.address }),
    ]);
    const env = { DATABASE_URL: postgres.url, SHEAF_KEY: "5e".repeat(32), ...s3.env };
    // All start at the same time, as after a power failure: any of them may have to migrate the database.
    await Promise.all([
      ...["api-1", "api-2"].map(async (name) =>
        apis.push(await startProcess("api", { env, host: network.addHost(name), port: 3000 })),
      ),
      ...["worker-1", "worker-2", "worker-3"].map(async (name) => {
        const host = network.addHost(name);
        workers.push({ ...(await startProcess("worker", { env, host, port: 3001 })), host });
      }),
    ]);
    database = openDb(postgres.url, pino({ level: "silent" }), { size: 2 });
    anna = await openVisitor(apiUrl(0), database.db);
  }, 150_000);

  afterAll(async () => {
    await database?.close();
    for (const process of [...apis, ...workers]) await process.close();
    await network?.close();
    await s3?.close();
    await postgres?.close();
  });

  const apiUrl = (index: number) => apis[index]?.url ?? "";
  const idOf = async (answer: Response): Promise<string> => {
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  const paper = (number: number): [string, string] => [`paper ${number}.txt`, `Paper ${number} of many\n`.repeat(40)];

  test("a job uploaded at one API is announced, visible and downloadable at the other", async () => {
    const stream = await anna.listen(apiUrl(1));
    const id = await idOf(await anna.upload(apiUrl(0), [paper(1)]));

    await stream.heard(id);
    await anna.completed(apiUrl(1), id, withinMs);
    const pdf = await anna.get(apiUrl(1), `/api/jobs/${id}/download`);
    expect(await pdf.text()).toMatch(/^%PDF-/);
    stream.close();
  });

  test("an upload repeated at the other API returns the same job", async () => {
    const key = "the-same-upload-again";
    const [one, other] = await Promise.all([
      anna.upload(apiUrl(0), [paper(2)], key),
      anna.upload(apiUrl(1), [paper(2)], key),
    ]);
    expect(((await one.json()) as { id: string }).id).toBe(((await other.json()) as { id: string }).id);
  });

  test("the third worker finishes the work of one that lost its network and one that was killed", async () => {
    const ids = await Promise.all(
      [3, 4, 5, 6, 7, 8].map(async (number) => idOf(await anna.upload(apiUrl(number % 2), [paper(number)]))),
    );
    const cutOff = await busyWorker(workers);
    cutOff.host.cutOff();
    const killed = await busyWorker(workers.filter((worker) => worker !== cutOff));
    await killed.end("SIGKILL");

    for (const id of ids) await anna.completed(apiUrl(0), id, withinMs);
    cutOff.host.plugIn();
    await vi.waitFor(async () => expect((await fetch(`${cutOff.url}/readyz`)).status).toBe(200), withinMs);
  });

  test("machines store no files beyond those being worked on", () => {
    for (const { dataDir } of [...apis, ...workers]) expect(existsSync(join(dataDir, "files"))).toBe(false);
  });
});

/** Waits for a worker that has a customer's file in its sandbox, and returns it. */
async function busyWorker<Worker extends { dataDir: string }>(workers: Worker[]): Promise<Worker> {
  return vi.waitFor(
    () => {
      const busy = workers.find(({ dataDir }) => globSync(join(dataDir, "scratch/*/*/in/paper*")).length > 0);
      if (!busy) throw new Error("No worker has a paper");
      return busy;
    },
    { timeout: withinMs, interval: 5 },
  );
}
