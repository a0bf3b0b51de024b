import { expect, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { secretKey } from "../crypto/secret-key.ts";
import { isMatchingKey, replaceKey, requireMatchingKey } from "./installation-key.ts";

/** The only row of the table, which a new database does not have. */
let stored: { fingerprint: string } | undefined;
const db = {
  select: () => ({ from: async () => (stored ? [stored] : []) }),
  insert: () => ({
    values: (row: { fingerprint: string }) => ({
      onConflictDoNothing: async () => {
        stored ??= row;
      },
      onConflictDoUpdate: async () => {
        stored = row;
      },
    }),
  }),
};
vi.mock("../db/connect.ts", () => ({
  withDb: async (_url: string, _log: object, work: (one: object) => unknown) => work(db),
}));
vi.mock("../crypto/secret-key.ts", () => ({ secretKey: vi.fn() }));

const [own, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const start = (key: Buffer, env: Record<string, string> = {}) => {
  vi.mocked(secretKey).mockResolvedValue(key);
  return requireMatchingKey(readConfig({ SHEAF_DATA: "/data", ...env }), "postgres://x", {} as never);
};

test("the first key is stored by its fingerprint, which stays the same from version to version", async () => {
  stored = undefined;
  expect(await isMatchingKey(db as never, own)).toBeUndefined();
  await start(own);
  expect(stored).toEqual({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await start(own);
  expect([await isMatchingKey(db as never, own), await isMatchingKey(db as never, other)]).toEqual([true, false]);
});

test("another key is refused with the place that it comes from", async () => {
  await expect(start(other)).rejects.toThrow(
    "SHEAF_KEY is not set, and /data/secret.key is not the key of this database. Set SHEAF_KEY to the right key, or SHEAF_DATA to the folder that contains it. If",
  );
  await expect(start(other, { SHEAF_KEY: "ab".repeat(32) })).rejects.toThrow(
    "SHEAF_KEY is not the key of this database. Set SHEAF_KEY to the right key. If",
  );
});

test("a replaced key is the installation's from then on", async () => {
  vi.mocked(secretKey).mockResolvedValue(other);
  await replaceKey(readConfig({}), "postgres://x", {} as never);
  await expect(start(other)).resolves.toBeUndefined();
  await expect(start(own)).rejects.toThrow("not the key");
});
