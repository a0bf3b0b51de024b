import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSheafRuns } from "./testing/as-sheaf-runs.ts";
import { newClient } from "./testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "./testing/server.ts";

const run = promisify(execFile);

let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  anna = await signIn(server);
});
afterAll(() => server.close());

/** What `./sheaf user …` prints on this installation. */
async function sheafUser(...words: string[]): Promise<string> {
  const { services } = server;
  const env = { PATH: process.env.PATH, SHEAF_DATA: services.config.dataDir, DATABASE_URL: services.databaseUrl };
  const { stdout } = await run(
    process.execPath,
    [...asSheafRuns, join(import.meta.dirname, "main-user.ts"), ...words],
    { env },
  );
  return stdout;
}

test("whoever was invited is given a link by hand, and joins with it", async () => {
  await anna.post("/api/invitations", { email: "ben@example.com" });

  const printed = await sheafUser("link", "ben@example.com");

  expect(printed).toMatch(/^The invitation to Okafor & Co, until \d+ \w+ \d{4}/m);
  const joined = await newClient(server.app).post("/api/invitations/accept", {
    ...{ token: /token=([\w-]+)/.exec(printed)?.[1], username: "ben", password: "correct horse battery staple" },
    ...{ firstName: "Ben", lastName: "Ode" },
  });
  expect(joined.statusCode).toBe(201);
}, 120_000);
