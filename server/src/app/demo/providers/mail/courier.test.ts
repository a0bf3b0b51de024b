import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCourier } from "./courier.ts";
import type { Tried } from "./hand-over.ts";
import type { MailEvent, MailMessage } from "./message.ts";

const { tries } = vi.hoisted(() => ({ tries: { results: [] as Tried[], count: 0, during: async () => {} } }));
vi.mock("./hand-over.ts", () => ({
  async handOver(port: number, path: string) {
    expect([port, path]).toEqual([25, "/content/one"]);
    tries.count += 1;
    await tries.during();
    const result = tries.results.shift();
    if (!result) throw new Error("no inbox");
    return result;
  },
}));

const pace = { handOverMs: 1_500, retryMs: 60_000, resendEventsMs: 2_000 };
const taken: Tried = { outcome: "taken", words: "250 taken" };
const later: Tried = { outcome: "later", words: "451 later" };
const refused: Tried = { outcome: "refused", words: "550 nobody" };
const begin = Date.parse("2026-11-23T10:00:00.900Z");

beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ["Date", "setTimeout", "clearTimeout"] });
  Object.assign(tries, { results: [], count: 0, during: async () => {} });
});
afterEach(() => void vi.useRealTimers());

const message = (more: Partial<MailMessage> = {}): MailMessage => ({
  id: "one",
  at: "2026-11-23T10:00:00.000Z",
  from: { name: "", address: "post@sheaf.example" },
  to: "bright@dext.cc",
  replyTo: null,
  subject: "Papers",
  text: "",
  html: "",
  attachments: [],
  deliveryId: "delivery",
  state: "on-its-way",
  nextTryAt: null,
  answers: [],
  unreported: [],
  ...more,
});

function start(stored: MailMessage[] = []) {
  const kept = new Map(stored.map((one) => [one.id, one]));
  const posted: [string, string[]][] = [];
  const events: MailEvent[] = [];
  const warned: string[] = [];
  const state = { refusesEvents: 0 };
  const courier = startCourier({
    store: {
      all: () => [...kept.values()],
      find: (id: string) => kept.get(id),
      contentPath: (id: string) => `/content/${id}`,
      keep: async (one: MailMessage) => void kept.set(one.id, one),
      close: async () => {},
    },
    inboxes: { port: 25, taken: [], close: async () => {} },
    webhook: {
      publicKey: "",
      async post(url, batch) {
        if (state.refusesEvents-- > 0) throw new Error("The API returned 500");
        posted.push([url, batch.map(({ event }) => event)]);
        events.push(...batch);
      },
    },
    pace,
    log: { warn: (_: object, words: string) => warned.push(words) } as never,
  });
  return { courier, kept, posted, events, warned, state };
}
const one = ({ kept }: ReturnType<typeof start>) => kept.get("one");

test("a message reaches its inbox a moment after it was accepted, and Sheaf is told of both", async () => {
  tries.results = [taken];
  const mail = start();
  mail.courier.notify("http://api");
  await mail.courier.take(message());
  await vi.advanceTimersByTimeAsync(0);
  expect(mail.posted).toEqual([["http://api", ["processed"]]]);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(tries.count).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(mail.posted).toEqual([
    ["http://api", ["processed"]],
    ["http://api", ["delivered"]],
  ]);
  expect(one(mail)).toMatchObject({
    state: "delivered",
    nextTryAt: null,
    answers: [{ at: "2026-11-23T10:00:02.400Z", words: "250 taken" }],
    unreported: [],
  });
  expect(mail.events[1]).toEqual({
    event: "delivered",
    email: "bright@dext.cc",
    sg_event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sg_message_id: "one.demonstration",
    timestamp: Math.floor(begin / 1000) + 2,
    delivery: "delivery",
    response: "250 taken",
  });
});

test("a deferred message is tried again after a minute", async () => {
  tries.results = [later, taken];
  const mail = start();
  mail.courier.notify("http://api");
  await mail.courier.take(message());
  await vi.advanceTimersByTimeAsync(1_500);
  expect(one(mail)).toMatchObject({ state: "put-off", nextTryAt: new Date(begin + 61_500).toISOString() });
  expect(mail.events.at(-1)).toMatchObject({ event: "deferred", response: "451 later" });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(tries.count).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(one(mail)).toMatchObject({ state: "delivered", nextTryAt: null });
  expect(one(mail)?.answers.map(({ words }) => words)).toEqual(["451 later", "250 taken"]);
});

test("a refused message bounces, and is not tried again", async () => {
  tries.results = [refused];
  const mail = start();
  mail.courier.notify("http://api");
  await mail.courier.take(message({ deliveryId: null }));
  await vi.advanceTimersByTimeAsync(200_000);
  expect([one(mail)?.state, one(mail)?.nextTryAt, tries.count]).toEqual(["bounced", null, 1]);
  const bounce = mail.events.at(-1);
  expect(bounce).toMatchObject({ event: "bounce", reason: "550 nobody", type: "bounce" });
  expect(bounce).not.toHaveProperty("delivery");
});

test("events wait until the API's address is known, and are then sent together", async () => {
  tries.results = [taken];
  const mail = start();
  await mail.courier.take(message());
  await vi.advanceTimersByTimeAsync(1_500);
  expect(mail.posted).toEqual([]);
  mail.courier.notify("http://api");
  await vi.advanceTimersByTimeAsync(0);
  expect(mail.posted).toEqual([["http://api", ["processed", "delivered"]]]);
  mail.courier.notify("http://api");
  await vi.advanceTimersByTimeAsync(0);
  expect(mail.posted).toHaveLength(1);
});

test("events that Sheaf did not accept are sent again two seconds later, and this is noted", async () => {
  tries.results = [taken];
  const mail = start([message({ state: "bounced", unreported: [{ event: "bounce" } as MailEvent] })]);
  mail.state.refusesEvents = 1;
  mail.courier.notify("http://api");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(mail.posted).toEqual([]);
  expect(mail.warned).toEqual(["Sheaf did not accept a notification of the demonstration's mail service"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(mail.posted).toEqual([["http://api", ["bounce"]]]);
  expect(one(mail)?.unreported).toEqual([]);
});

test("an event is sent once, also when its message is reported twice at a time", async () => {
  const mail = start([message({ state: "bounced", unreported: [{ event: "bounce" } as MailEvent] })]);
  mail.courier.notify("http://api");
  mail.courier.notify("http://api");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(mail.posted).toHaveLength(1);
});

test("an event that Sheaf accepts while its message is handed over is not sent again", async () => {
  tries.results = [taken];
  const mail = start();
  tries.during = async () => {
    mail.courier.notify("http://api");
    await new Promise((next) => setImmediate(next));
  };
  await mail.courier.take(message());
  await vi.advanceTimersByTimeAsync(1_500);
  expect(mail.posted.map(([, events]) => events)).toEqual([["processed"], ["delivered"]]);
});

test.each([
  ["on its way", { state: "on-its-way" }, 1_500],
  ["deferred until later", { state: "put-off", nextTryAt: new Date(begin + 5_000).toISOString() }, 5_000],
] as const)("a message that an earlier start left %s is delivered in its time", async (_what, left, ms) => {
  tries.results = [taken];
  const mail = start([message(left)]);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(tries.count).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(one(mail)?.state).toBe("delivered");
});

test("a message whose next try is overdue is tried at once", async () => {
  tries.results = [taken];
  const mail = start([message({ state: "put-off", nextTryAt: new Date(begin - 5_000).toISOString() })]);
  await vi.advanceTimersByTimeAsync(0);
  expect(one(mail)?.state).toBe("delivered");
});

test.each(["delivered", "bounced", "lost"] as const)("a message that is %s is not delivered again", async (state) => {
  start([message({ state })]);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(tries.count).toBe(0);
});

test("a message that was removed meanwhile is not delivered, and one that fails is noted", async () => {
  const mail = start([message()]);
  mail.kept.clear();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(tries.count).toBe(0);
  await mail.courier.take(message());
  await vi.advanceTimersByTimeAsync(1_500);
  expect(mail.warned).toEqual(["The demonstration's mail service failed to process an email"]);
});

test("nothing is delivered after closing", async () => {
  tries.results = [taken];
  const mail = start([message()]);
  await mail.courier.close();
  await mail.courier.take(message());
  await vi.advanceTimersByTimeAsync(200_000);
  expect(tries.count).toBe(0);
});

test("closing waits for what is being sent", async () => {
  const mail = start([message({ state: "bounced", unreported: [{ event: "bounce" } as MailEvent] })]);
  mail.courier.notify("http://api");
  await mail.courier.close();
  expect(mail.posted).toHaveLength(1);
  expect(one(mail)?.unreported).toEqual([]);
});
