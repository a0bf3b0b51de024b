import { expect, test } from "vitest";
import { type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { applyEvents, settleByEvents } from "./events.ts";

const id = "019b1234-5678-7abc-8def-0123456789ab";
const email = {
  id,
  practiceId: "p1",
  jobId: "j1",
  recipient: "a@x",
  provider: "ses",
  providerMessageId: "m1",
  state: "sent",
  message: null,
  sentAt: new Date(1_000),
  deliveredAt: null,
};

/** An event in this second. */
const event = (kind: string, second = 10, given: object = {}) => ({
  kind,
  at: new Date(second * 1_000),
  eventKey: `${kind}-${second}`,
  provider: "ses",
  deliveryId: id,
  words: null,
  ...given,
});

/** Returns what the events make of an email; undefined when it stays as it is. */
async function settle(events: object[], given: object = {}) {
  const database = scriptedDb({ "select delivery_events": [events] });
  await settleByEvents(database.db, [{ ...email, ...given }] as never);
  const [next] = database.given("update deliveries") as Record<string, unknown>[];
  expect(database.announced).toEqual(next ? [{ type: "job", id: "j1" }] : []);
  return next;
}

const unwanted = "Whoever reads this inbox reported the email as unwanted.";
const back = "The inbox sent it back: “no reason was given”.";

test.each<[string[], string | undefined, string | null | undefined]>([
  [[], undefined, undefined],
  [["accepted"], undefined, undefined],
  [["delivered"], "delivered", null],
  [["deferred"], "sent", "The inbox put it off for now: “no reason was given”."],
  [["bounced"], "bounced", back],
  [["dropped"], "bounced", "It did not arrive: “no reason was given”."],
  [["returned"], "bounced", back],
  [["complained"], "complained", unwanted],
  [["delivered", "returned"], "delivered", null],
  [["delivered", "bounced"], "bounced", back],
  [["delivered", "dropped"], "bounced", "It did not arrive: “no reason was given”."],
  [["bounced", "complained", "delivered"], "complained", unwanted],
  [["deferred", "delivered"], "delivered", null],
  [["replied"], undefined, undefined],
])("an email that was sent, with the events %j, is %s: %s", async (kinds, state, message) => {
  const next = await settle(kinds.map((kind) => event(kind)));
  expect([next?.state, next?.message]).toEqual([state, message]);
});

test.each([
  ["waiting", "sent"],
  ["unconfirmed", "sent"],
  ["delivered", undefined],
  ["sending", undefined],
  ["failed", undefined],
  ["kept", undefined],
])("an email that is %s and was accepted is %s", async (state, next) => {
  expect((await settle([event("accepted")], { state }))?.state).toBe(next);
});

test("the times of an email are those of its events", async () => {
  expect(await settle([event("delivered", 20)], { sentAt: null })).toMatchObject({
    sentAt: new Date(20_000),
    deliveredAt: new Date(20_000),
    nextTryAt: null,
  });
  expect(await settle([event("delivered", 20), event("complained", 30)])).toMatchObject({
    sentAt: new Date(1_000),
    deliveredAt: new Date(20_000),
  });
  expect(await settle([event("bounced", 20)])).toMatchObject({ deliveredAt: null });
});

test("of several events of a kind the last one counts, of simultaneous ones the first by its key", async () => {
  const words = (...events: object[]) => settle(events).then((next) => next?.message);
  const first = event("bounced", 10, { words: "first", eventKey: "b" });
  const second = event("bounced", 20, { words: "second", eventKey: "c" });
  expect(await words(first, second)).toContain("“second”");
  expect(await words(second, first)).toContain("“second”");
  const beside = event("bounced", 20, { words: "beside", eventKey: "a" });
  expect(await words(second, beside)).toContain("“beside”");
  expect(await words(beside, second)).toContain("“beside”");
});

test("Sheaf's own records of its attempts change nothing", async () => {
  expect(await settle([event("accepted", 10, { provider: "sheaf" })], { state: "unconfirmed" })).toBeUndefined();
});

test.each([
  [{}, false],
  [{ state: "sent" }, true],
  [{ message: "other" }, true],
  [{ deliveredAt: new Date(1) }, true],
  [{ deliveredAt: null }, true],
])("an email that is delivered already, but for %j, is written again: %s", async (given, isWritten) => {
  const same = { state: "delivered", message: null, deliveredAt: new Date(10_000) };
  expect((await settle([event("delivered")], { ...same, ...given })) !== undefined).toBe(isWritten);
});

test("each email has its own events only", async () => {
  const other = { ...email, id: "other", jobId: "j2" };
  const { db, announced } = scriptedDb({
    "select delivery_events": [[event("delivered", 10, { deliveryId: "other" })]],
  });
  await settleByEvents(db, [email, other] as never);
  expect(announced).toEqual([{ type: "job", id: "j2" }]);
});

test("without an email that may change, no event is read", async () => {
  const { db, statements } = scriptedDb();
  await settleByEvents(db, [{ ...email, state: "undone" }] as never);
  expect(statements).toEqual([]);
});

const given = (kind: string, more: object = {}) => ({
  key: "k1",
  kind,
  words: null,
  at: new Date(5_000),
  deliveryId: id,
  providerMessageId: "m1",
  ...more,
});

/** Applies the events of a notice; returns what is stored. */
async function apply(events: object[], script: Script = {}) {
  const database = scriptedDb({ "select deliveries": [[email]], ...script });
  await applyEvents(database.db, "ses", events as never);
  const stored = database.given("insert delivery_events").flat() as Record<string, unknown>[];
  return { ...database, stored };
}

test("an event is stored with its email, without NUL, and its words are cut", async () => {
  const words = `a\0${"b".repeat(1_000)}`;
  const { stored, statements } = await apply([
    given("delivered", { key: "k\x001", words, providerMessageId: "m\x001" }),
  ]);
  expect(stored).toMatchObject([
    { practiceId: "p1", deliveryId: id, provider: "ses", eventKey: "k1", providerMessageId: "m1", kind: "delivered" },
  ]);
  expect(stored[0]?.words).toBe(`a${"b".repeat(999)}`);
  expect(statements[0]?.params).toContain(id);
});

test.each([
  ["by its id", {}, 1],
  ["by its id in capitals", { deliveryId: id.toUpperCase() }, 1],
  ["by the provider's id", { deliveryId: null }, 1],
  ["by another id", { deliveryId: id.replace("9", "8") }, 0],
  ["by another id of the provider", { deliveryId: null, providerMessageId: "m2" }, 0],
  ["by nothing", { deliveryId: null, providerMessageId: null }, 0],
])("an event finds its email %s", async (_how, more, number) => {
  expect((await apply([given("delivered", more)])).stored).toHaveLength(number);
});

test("an id that is none is not looked for, and the provider's only where there is none of Sheaf", async () => {
  const { statements } = await apply([given("delivered", { deliveryId: "x", providerMessageId: "m7" })]);
  expect(statements[0]?.params).not.toContain("x");
  expect(statements[0]?.params).not.toContain("m7");
});

const added = (kind: string, words: string | null) => ({
  "insert delivery_events": [[event(kind, 10, { words })]],
});

test.each([
  ["bounced", "550 no", "“550 no”."],
  ["complained", null, "No reason was given."],
  ["dropped", "550 no", null],
  ["delivered", null, null],
])("after the event %s with the words %s, the address is suppressed: %s", async (kind, words, message) => {
  const { given: values } = await apply([given(kind, { words })], added(kind, words));
  const expected = message === null ? [] : [{ practiceId: "p1", address: "a@x", reason: kind, message }];
  expect(values("insert suppressions")).toMatchObject(expected);
});

test("an event that was stored before changes nothing", async () => {
  const { statements } = await apply([given("bounced")]);
  expect(statements.map(({ does }) => does)).toEqual(["select deliveries", "insert delivery_events"]);
});

test.each([
  [0, 0],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
])("%s events are stored in %s parts", async (number, parts) => {
  const { statements } = await apply(Array.from({ length: number }, () => given("delivered")));
  expect(statements.filter(({ does }) => does === "select deliveries")).toHaveLength(parts);
});
