import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshDatabase } from "../../../testing/fresh-database.ts";
import { testConfig } from "../../../testing/services.ts";
import { replaceKey, requireMatchingKey } from "./installation-key.ts";

const log = pino({ level: "silent" });
const withKey = (byte: string) => testConfig("/nowhere", { SHEAF_KEY: byte.repeat(32) });

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase(inject("clusterUrl"));
});
afterAll(() => database.disconnect());

test("the first key remains the installation's key, and another one is refused without revealing either", async () => {
  const start = (byte: string) => requireMatchingKey(withKey(byte), database.url, log);
  await Promise.all([start("5e"), start("5e")]);
  await start("5e");

  const refusal = await start("6f").catch((error: Error) => error.message);
  expect(refusal).toMatch(
    /^SHEAF_KEY is not the key of this database\. Set SHEAF_KEY to the right key\. .* `\.\/sheaf migrate --new-key` /,
  );
  expect(refusal).not.toContain("6f6f");

  await replaceKey(withKey("6f"), database.url, log);
  await start("6f");
  await expect(start("5e")).rejects.toThrow("SHEAF_KEY is not the key");
});
