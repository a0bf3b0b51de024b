import { expect, test, vi } from "vitest";
import { giveUnlimitedUse } from "../../domain/billing/index.ts";
import { withDb } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { changeInstallationKind, lockInstallationKind, sharedInstallationKind } from "./kind.ts";
import { requireFittingKind } from "./require-kind.ts";

vi.mock("../../domain/billing/index.ts", () => ({ giveUnlimitedUse: vi.fn() }));
vi.mock("../../platform/db/connect.ts", () => ({ withDb: vi.fn() }));

/** A transaction in which the kind is stored, and these practices have an owner. */
function transaction(stored: string | undefined, owners: string[] = []) {
  vi.mocked(giveUnlimitedUse).mockClear();
  const written: object[] = [];
  const execute = vi.fn(async () => {});
  const tx = {
    execute,
    select: (columns?: object) => ({
      from: () => ({
        where: () =>
          columns
            ? { limit: async (most: number) => owners.slice(0, most).map((practiceId) => ({ practiceId })) }
            : Promise.resolve(stored === undefined ? [] : [{ value: stored }]),
      }),
    }),
    insert: () => ({
      values: (row: object) => {
        written.push(row);
        return { onConflictDoUpdate: async () => {} };
      },
    }),
  };
  return { tx: tx as never, written, execute };
}

const config = (given: Record<string, string> = {}, demo = false) => ({ given, demo });
const unlimited = () => vi.mocked(giveUnlimitedUse).mock.calls.map(([, practiceId]) => practiceId);

test.each([
  [undefined, {}, false, "service"],
  ["practice", {}, false, "practice"],
  ["service", { INSTALLATION: "practice" }, false, "practice"],
  ["practice", { INSTALLATION: "service" }, false, "service"],
  ["practice", { INSTALLATION: "practice" }, true, "service"],
  ["odd", {}, false, "service"],
])(
  "stored %s and given %j, in a demonstration: %s, the kind is %s",
  async (stored, given: Record<string, string>, demo, kind) => {
    const { tx, execute } = transaction(stored);
    expect(await sharedInstallationKind(tx, config(given, demo))).toBe(kind);
    expect(execute).toHaveBeenCalledTimes(1);
  },
);

test("the only practice of an own installation gets unlimited use, and the kind is stored", async () => {
  const { tx, written } = transaction(undefined, ["p"]);
  await changeInstallationKind(tx, Buffer.alloc(32), "practice");
  expect([unlimited(), written]).toMatchObject([["p"], [{ name: "INSTALLATION", value: "practice" }]]);
});

test("a service keeps its practices as they are", async () => {
  const { tx, written } = transaction(undefined, ["p", "q"]);
  await changeInstallationKind(tx, Buffer.alloc(32), "service");
  expect([unlimited(), written]).toMatchObject([[], [{ value: "service" }]]);
});

test("an installation with two practices does not become one for its own practice", async () => {
  const { tx, written } = transaction(undefined, ["p", "q"]);
  const change = changeInstallationKind(tx, Buffer.alloc(32), "practice");
  await expect(change).rejects.toMatchObject({ code: "several-practices" });
  expect([unlimited(), written]).toEqual([[], []]);
});

test("locking the kind adapts an own practice, and stores nothing", async () => {
  const own = transaction("practice", ["p"]);
  await lockInstallationKind(own.tx, config());
  expect([unlimited(), own.written]).toEqual([["p"], []]);
  await lockInstallationKind(transaction("service", ["p"]).tx, config());
  expect(unlimited()).toEqual([]);
});

const start = () => requireFittingKind(config() as never, "postgres://x", {} as never);

test("several practices of an own installation are a reason not to start, any other error stays", async () => {
  vi.mocked(withDb).mockRejectedValueOnce(new AppError("several-practices", "x"));
  await expect(start()).rejects.toThrow("INSTALLATION is practice, but this installation has more than one practice.");
  vi.mocked(withDb).mockRejectedValueOnce(new AppError("bad-request", "x"));
  await expect(start()).rejects.toMatchObject({ code: "bad-request" });
  vi.mocked(withDb).mockRejectedValueOnce(new Error("away"));
  await expect(start()).rejects.toThrow("away");
  vi.mocked(withDb).mockResolvedValueOnce(undefined);
  await expect(start()).resolves.toBeUndefined();
});
