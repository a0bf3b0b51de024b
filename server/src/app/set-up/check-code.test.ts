import { expect, test, vi } from "vitest";
import { requireSetUpCode, setUpEnded, signInPath } from "./check-code.ts";
import { setUpCode } from "./code.ts";
import { usernameFrom } from "./username.ts";

test("the person who set up signs in to the practice or to the portal", () => {
  expect(signInPath("practice")).toBe("/auth");
  expect(signInPath("service")).toBe("/admin/login");
  expect(setUpEnded("practice")).toMatchObject({
    code: "set-up-ended",
    message: "This installation has been set up. Sign in at /auth.",
  });
});

test.each([
  ["anna.okafor@okafor.example", "anna.okafor"],
  ["Anna+papers@okafor.example", "Annapapers"],
  ["zoë@a.example", "zoe"],
  ['"a@b"c-d_e@a.example', "abc-d_e"],
  ["an@a.example", "owner"],
  ["ann@a.example", "ann"],
  ["@a.example", "owner"],
  [`${"a".repeat(60)}@a.example`, "a".repeat(32)],
])("the username for %s is %s", (email, username) => {
  expect(usernameFrom(email)).toBe(username);
});

const key = Buffer.alloc(32, 1);
const row = (failures: number) => ({ nonce: "n", failures, endedAt: null });

/** Tries a code. @param seconds of the wait, at each look; a missing row means that set-up has ended */
async function tried(
  code: string,
  open: ReturnType<typeof row> | undefined,
  seconds: (number | undefined)[],
  demo = false,
) {
  const sets: object[] = [];
  const read = (columns?: object) => ({
    from: () => ({
      where: () => {
        const wait = seconds.shift();
        const rows = columns ? (wait === undefined ? [] : [{ seconds: wait }]) : open ? [open] : [];
        return Object.assign(Promise.resolve(rows), { for: async () => rows });
      },
    }),
  });
  const tx = {
    select: read,
    update: () => ({ set: async (values: object) => void sets.push(values) }),
  };
  const transaction = vi.fn(async (work: (inner: typeof tx) => Promise<unknown>) => work(tx));
  const services = { config: { demo, installation: "service" }, db: { ...tx, transaction }, key } as never;
  const outcome = await requireSetUpCode(services, code).catch((error) => error);
  return { outcome, sets, transaction };
}

const right = setUpCode(key, "n");

test("the right code is accepted, and wrong ones before it are forgotten", async () => {
  expect(await tried(right, row(0), [0, 0, 0])).toMatchObject({ outcome: undefined, sets: [] });
  expect(await tried(right, row(1), [0, 0, 0])).toMatchObject({
    outcome: undefined,
    sets: [{ failures: 0, failedAt: null }],
  });
});

test("a wrong code is refused and counted", async () => {
  const { outcome, sets } = await tried("0000-0000-0000-0000", row(4), [0, 0, 0]);
  expect(outcome).toMatchObject({ code: "set-up-code-wrong" });
  expect(sets).toMatchObject([{ failures: 5 }]);
});

test("during a wait the right code is refused without a transaction", async () => {
  const { outcome, transaction } = await tried(right, row(6), [1]);
  expect(outcome).toMatchObject({ code: "too-many-attempts", retryAfterSeconds: 1 });
  expect(outcome.message).toContain("Try again in 1 second, or");
  expect(transaction).not.toHaveBeenCalled();
});

test("after set-up every code is refused", async () => {
  expect((await tried(right, undefined, [])).outcome).toMatchObject({ code: "set-up-ended" });
  expect((await tried(right, row(0), [], true)).outcome).toMatchObject({ code: "set-up-ended" });
});
