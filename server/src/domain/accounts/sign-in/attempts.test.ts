import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { attemptOf, codeLimits, refuseWhenLimited, settleAttempt } from "./sign-in-limits.ts";

const address = { address: "192.0.2.7" };

test("attempts at one account from one address are counted together, those of another kind are not", () => {
  const one = attemptOf("user", { typed: "Anna" }, address);
  expect(attemptOf("user", { typed: "ANNA" }, address)).toEqual(one);
  expect(one.address).toBe("192.0.2.7");
  expect(one.limits).toMatchObject({ perAccountAndAddress: 5, perAddress: 30, perAccount: 50 });
  const others = [
    attemptOf("admin", { typed: "anna" }, address),
    attemptOf("user-code", { typed: "anna" }, address),
    attemptOf("user", { id: "anna" }, address),
    attemptOf("user", { typed: "ben" }, address),
  ];
  expect(new Set([one, ...others].map(({ account }) => account)).size).toBe(5);
});

test.each([
  ["user", "192.0.2.7"],
  ["admin", "192.0.2.7"],
  ["user-code", "user-code:192.0.2.7"],
  ["reset", "reset:192.0.2.7"],
] as const)("an attempt of the kind %s is counted for the address as %s", (kind, key) => {
  expect(attemptOf(kind, { id: "1" }, address).address).toBe(key);
});

test("attempts of a known device or a session are counted on their own", () => {
  const device = attemptOf("user", { id: "1" }, { device: "d" });
  const session = attemptOf("user", { id: "1" }, { session: "d" });
  expect([device.address, session.address]).toEqual(["device:d", "session:d"]);
  expect(new Set([device, session, attemptOf("user", { id: "1" }, address)].map(({ account }) => account)).size).toBe(
    3,
  );
});

test("six digits close the account to codes after too many, a recovery code does not", () => {
  expect(codeLimits("123456").closesAccount).toBe(true);
  expect(codeLimits("k7qm-x2vd-aaaa-bbbb").closesAccount).toBe(false);
});

/** A database in which the next attempt is possible after so many seconds. */
function waiting(seconds: number | null | undefined) {
  const offsets: number[] = [];
  const [locks, inserted]: [unknown[], object[]] = [[], []];
  const query = {
    from: () => query,
    where: () => query,
    orderBy: () => query,
    offset(rows: number) {
      offsets.push(rows);
      return query;
    },
    limit: () => sql`(select 1)`,
  };
  const db = {
    select: () => query,
    async execute(statement: { queryChunks: unknown[] }) {
      if (JSON.stringify(statement.queryChunks).includes("advisory")) {
        locks.push(statement.queryChunks[1]);
        return { rows: [] };
      }
      return { rows: seconds === undefined ? [] : [{ seconds }] };
    },
    insert: () => ({ values: async (row: object) => void inserted.push(row) }),
    transaction: async (work: (tx: unknown) => Promise<boolean>) => work(db),
  };
  return { db: db as never, offsets, locks, inserted };
}

const attempt = attemptOf("user", { id: "1" }, address);

test.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
])("an attempt that must wait for %d s is told to try again in %s", async (seconds, words) => {
  await expect(refuseWhenLimited(waiting(seconds).db, attempt)).rejects.toMatchObject({
    code: "too-many-attempts",
    message: `Too many attempts. Try again in ${words}.`,
    retryAfterSeconds: seconds,
  });
});

test.each([0, null, undefined])("an attempt with a wait of %s is allowed", async (seconds) => {
  await refuseWhenLimited(waiting(seconds).db, attempt);
});

test("the fifth failure from an address, the thirtieth of the address and the fiftieth of the account count", async () => {
  const { db, offsets } = waiting(0);
  await refuseWhenLimited(db, attempt);
  expect(offsets.toSorted((one, other) => one - other)).toEqual([0, 4, 29, 49]);
});

test("a wrong attempt is counted, a right one is not", async () => {
  const wrong = waiting(0);
  const told: string[] = [];
  expect(await settleAttempt(wrong.db, attempt, false, async () => void told.push("wrong"))).toBe(false);
  expect(wrong.inserted).toMatchObject([{ account: attempt.account, address: attempt.address }]);
  expect(wrong.locks).toHaveLength(2);
  expect(told).toEqual(["wrong"]);

  const right = waiting(0);
  expect(await settleAttempt(right.db, attempt, true, async () => expect.unreachable())).toBe(true);
  expect(await settleAttempt(right.db, attempt, async () => true)).toBe(true);
  expect(right.inserted).toEqual([]);
  expect(await settleAttempt(right.db, attempt, async () => false)).toBe(false);
});

test("an attempt beyond the limits is refused without being looked at", async () => {
  const check = async () => expect.unreachable();
  await expect(settleAttempt(waiting(5).db, attempt, check)).rejects.toMatchObject({ code: "too-many-attempts" });
});
