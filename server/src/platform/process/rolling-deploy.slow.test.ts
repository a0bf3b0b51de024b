import { expect, test } from "vitest";
import { freshDatabase } from "../../../testing/fresh-database.ts";
import { deployWhileJobsCome } from "../../../testing/hosts/rolling-deploys.ts";
import { startS3Server } from "../../../testing/s3-server.ts";

test("no request fails while the APIs are replaced one after the other, and event streams reconnect", async () => {
  const [database, s3] = await Promise.all([freshDatabase(), startS3Server()]);
  try {
    const env = { ...s3.env, SHEAF_KEY: "5e".repeat(32) };
    const run = await deployWhileJobsCome({ databaseUrl: database.url, env, deploys: 3 });

    expect(run.failed).toEqual([]);
    expect(run.exits).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    expect(run.streamsEnded).toBeGreaterThan(0);
  } finally {
    await s3.close();
    await database.disconnect();
  }
}, 180_000);
