import { expect, test } from "vitest";
import { type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import type { Outcome } from "../destinations/destination.ts";
import { begin, claim, renewClaim, renewEveryMs, settle } from "./states.ts";
import { gaveUp, mayHaveArrived, neverBegun, putOff } from "./texts.ts";

const ref = { practiceId: "p1", jobId: "j1", deliveryId: "d1" };
const announcement = { type: "job", id: "j1" };
const row = {
  id: "d1",
  practiceId: "p1",
  jobId: "j1",
  destination: "email" as const,
  recipient: "a@example.com",
  tries: 1,
  notStarted: false,
  replacedById: null,
};

test("a claim is renewed three times within the 15 seconds after which it would expire", async () => {
  expect(renewEveryMs).toBe(5_000);
  const { db, statements } = scriptedDb();
  await renewClaim(db, ref, 2);
  expect(statements).toMatchObject([{ does: "update deliveries", params: ["p1", "j1", "d1", 2, "sending"] }]);
});

test.each([
  [[{ id: "d1" }], true],
  [[], false],
])("with the changed rows %j, a hand-over begins: %s", async (changed, begins) => {
  const { db, given } = scriptedDb({ "update deliveries": [changed] });
  expect(await begin(db, ref, { tries: 1, withText: true })).toBe(begins);
  expect(given("update deliveries")).toMatchObject([{ withText: true, notStarted: false }]);
});

interface Given {
  state: string;
  waitMs?: number;
  notStarted?: boolean;
  isIdempotent?: boolean;
  isAllowed?: boolean;
  late?: boolean;
  script?: Script;
}

/** Claims an email; returns what becomes of it, the values it is written with, and what was announced. */
async function claimed(given: Given) {
  const { state, waitMs = 0, notStarted = false, isIdempotent = false, isAllowed = true, late = false } = given;
  const database = scriptedDb({
    "select deliveries": [
      [{ kind: "email", userId: "u1" }],
      [{ row: { ...row, state, notStarted }, waitMs }],
      [{ late }],
    ],
    "update deliveries": [[{ row: { ...row, state: "sending" } }]],
    ...given.script,
  });
  const destination = { isIdempotent, maySend: async () => isAllowed };
  const claimedNow = await claim(database.db, ref, () => destination as never);
  const values = database.given("update deliveries") as { state: string; message?: string; notStarted?: boolean }[];
  return { kind: claimedNow.kind, claim: claimedNow, values, announced: database.announced };
}

test.each(["held", "waiting"])("an email that is %s and due is claimed", async (state) => {
  const { claim: made, values, announced } = await claimed({ state });
  expect(made).toMatchObject({ kind: "send", row: { id: "d1" } });
  expect(values).toMatchObject([{ state: "sending", notStarted: true, nextTryAt: null }]);
  expect(announced).toEqual([announcement]);
});

test.each(["held", "waiting", "sending"])(
  "an email that is %s and due in a millisecond is claimed then",
  async (state) => {
    const { claim: made, values } = await claimed({ state, waitMs: 1 });
    expect(made).toEqual({ kind: "later", ms: 1 });
    expect(values).toEqual([]);
  },
);

test.each(["sent", "kept", "failed", "undone"])("an email that is %s is not claimed", async (state) => {
  const { kind, values } = await claimed({ state });
  expect([kind, values]).toEqual(["nothing", []]);
});

test("an email that does not exist, or no longer does, is not claimed", async () => {
  const known = [{ kind: "email", userId: "u1" }];
  for (const answers of [[[]], [known, []]]) {
    expect(await claimed({ state: "held", script: { "select deliveries": answers } })).toMatchObject({
      kind: "nothing",
    });
  }
});

test("an email that vanishes while it is claimed is not sent", async () => {
  const { kind } = await claimed({ state: "held", script: { "update deliveries": [[]] } });
  expect(kind).toBe("nothing");
});

test.each([
  ["the hand-over had begun", { notStarted: false }, "nothing", "unconfirmed", mayHaveArrived("email")],
  [
    "the hand-over had begun long ago",
    { notStarted: false, late: true },
    "nothing",
    "unconfirmed",
    mayHaveArrived("email"),
  ],
  ["the hand-over had not begun", { notStarted: true }, "send", "sending", undefined],
  ["it had not begun for a day", { notStarted: true, late: true }, "nothing", "failed", neverBegun],
  ["its destination takes it twice", { isIdempotent: true }, "send", "sending", undefined],
])("an email whose process ended when %s is: %#", async (_when, given, kind, state, message) => {
  const made = await claimed({ state: "sending", ...given });
  expect(made.kind).toBe(kind);
  expect(made.values).toMatchObject([{ state, ...(message === undefined ? {} : { message }) }]);
});

test("an email waits for its sender to confirm their address", async () => {
  const { kind, values, announced } = await claimed({ state: "waiting", isAllowed: false });
  expect(kind).toBe("nothing");
  expect(values).toEqual([
    {
      state: "failed",
      awaitsSender: true,
      message: "Confirm your email address to send.",
      sendAfter: null,
      nextTryAt: null,
      sendingUntil: null,
      notStarted: false,
    },
  ]);
  expect(announced).toEqual([announcement]);
});

/** Records an outcome; returns the delay of the next attempt and everything written. */
async function settled(outcome: Outcome, { tries = 1, late = false, state = "waiting", found = true } = {}) {
  const database = scriptedDb({
    "update deliveries": [found ? [{ row: { ...row, tries, state, message: "Message" } }] : []],
    "select deliveries": [[{ late }]],
  });
  const next = await settle(database.db, ref, { tries, destination: "email" }, outcome);
  const values = database.given("update deliveries") as Record<string, unknown>[];
  const events = database.given("insert delivery_events") as Record<string, unknown>[];
  return { ...database, next, values, events };
}

const minute = 60_000;

test.each([
  [1, minute],
  [2, 5 * minute],
  [3, 15 * minute],
  [4, 60 * minute],
  [5, 240 * minute],
  [6, 240 * minute],
  [50, 240 * minute],
])("after attempt %s, an email that was put off is tried again after %s ms", async (tries, ms) => {
  const { next, statements } = await settled({ state: "put-off", words: "later" }, { tries });
  expect(next).toEqual({ ms });
  expect(statements.find(({ does }) => does === "update deliveries")?.params).toContain(tries);
});

test("an email that is put off waits with the words of the server", async () => {
  const { values, events, announced } = await settled({ state: "put-off", words: "451 later" });
  expect(values).toMatchObject([
    { state: "waiting", message: putOff("email", "451 later"), sendingUntil: null, notStarted: false },
  ]);
  expect(events).toMatchObject([
    { deliveryId: "d1", provider: "sheaf", eventKey: "d1:1:put-off", kind: "deferred", words: "451 later" },
  ]);
  expect(announced).toEqual([announcement]);
});

test("an email that is put off for a day fails", async () => {
  const { next, values } = await settled({ state: "put-off", words: "no" }, { late: true, state: "failed" });
  expect(values).toMatchObject([{ state: "failed", message: gaveUp("email", 24, "no") }]);
  expect(next).toBeNull();
});

test("an attempt that did not start is repeated after half a minute, without an event", async () => {
  const { next, values, events } = await settled({ state: "not-started", message: "Away." }, { tries: 4 });
  expect(next).toEqual({ ms: 30_000 });
  expect(values).toMatchObject([{ state: "waiting", message: "Away." }]);
  expect(events).toEqual([]);
});

test.each<[Outcome, object, object]>([
  [
    { state: "sent", provider: "smtp", providerMessageId: "m1", words: "250 OK" },
    { state: "sent", provider: "smtp", providerMessageId: "m1", message: null },
    { kind: "accepted", words: "250 OK" },
  ],
  [
    { state: "sent", provider: "smtp", providerMessageId: "m1", words: null },
    { state: "sent" },
    { kind: "accepted", words: "Message" },
  ],
  [{ state: "kept" }, { state: "kept", provider: "outbox", message: null }, { kind: "kept", words: "Message" }],
  [
    { state: "failed", message: "No." },
    { state: "failed", message: "No." },
    { kind: "refused", words: "Message" },
  ],
  [{ state: "unconfirmed", message: "?" }, { state: "unconfirmed", message: "?" }, { kind: "unconfirmed" }],
])("the outcome %j is recorded", async (outcome, written, event) => {
  const { next, values, events } = await settled(outcome, { state: outcome.state });
  expect(next).toBeNull();
  expect(values).toMatchObject([written]);
  expect(events).toMatchObject([event]);
});

test.each([
  [{ words: "550 unknown", refusesRecipient: true }, 1],
  [{ words: "550 unknown", refusesRecipient: false }, 0],
  [{ refusesRecipient: true }, 0],
  [{}, 0],
])("a failure with %j suppresses %s addresses", async (given, number) => {
  const { given: values } = await settled({ state: "failed", message: "No.", ...given }, { state: "failed" });
  const suppressed = values("insert suppressions");
  expect(suppressed).toHaveLength(number);
  if (number > 0) {
    expect(suppressed).toMatchObject([
      { practiceId: "p1", address: "a@example.com", reason: "bounced", message: "“550 unknown”." },
    ]);
  }
});

test("an outcome after the claim was lost is not recorded", async () => {
  const { next, events } = await settled({ state: "put-off", words: "later" }, { found: false });
  expect(next).toBeNull();
  expect(events).toEqual([]);
});

test.each<[Outcome, number]>([
  [{ state: "put-off", words: "later" }, 1],
  [{ state: "not-started", message: "Away." }, 1],
  [{ state: "failed", message: "No." }, 0],
])("only another attempt depends on whether the email was sent again: %j", async (outcome, more) => {
  const { statements } = await settled(outcome);
  const update = statements.find(({ does }) => does === "update deliveries");
  expect(update?.sql?.match(/"replaced_by_id" is null/g) ?? []).toHaveLength(more);
});
