import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EventHub, openEventHub } from "./hub.ts";

/** A connection whose end and messages each test decides. */
class Connection extends EventEmitter {
  static opened: Connection[] = [];
  static refuses = false;
  readonly queries: string[] = [];
  readonly config: object;
  ended = 0;
  constructor(config: object) {
    super();
    this.config = config;
    Connection.opened.push(this);
  }
  async connect() {
    if (Connection.refuses) throw new Error("refused");
  }
  async query(text: string) {
    this.queries.push(text);
  }
  async end() {
    this.ended += 1;
  }
}
vi.mock("../db/watched-client.ts", () => ({
  defaultSilenceMs: 5_000,
  WatchedClient: class {
    constructor(config: object) {
      // biome-ignore lint/correctness/noConstructorReturn: stands for the class, which is defined after this mock
      return new Connection(config);
    }
  },
}));

const practiceId = "0190aaaa-0000-4000-8000-000000000001";
const other = "0190aaaa-0000-4000-8000-000000000002";
const sessionId = "0190bbbb-0000-4000-8000-000000000001";
const event = { type: "members" };

let hub: EventHub;
const log = { warn: vi.fn() };
beforeEach(() => {
  vi.useFakeTimers();
  Connection.opened = [];
  Connection.refuses = false;
  log.warn.mockClear();
});
afterEach(async () => {
  await hub.close();
  vi.useRealTimers();
});

async function open() {
  hub = await openEventHub("postgres://x", log as never);
  return Connection.opened[0] as Connection;
}

function listener(of = practiceId) {
  const heard = { events: [] as object[], interruptions: 0, ends: 0 };
  const stop = hub.listen({
    practiceId: of,
    sessionId,
    onEvent: (one) => void heard.events.push(one),
    onInterruption: () => void heard.interruptions++,
    onEnd: () => void heard.ends++,
  });
  return { heard, stop };
}

const tell = (connection: Connection, message: unknown) =>
  connection.emit("notification", { payload: typeof message === "string" ? message : JSON.stringify(message) });

test("one connection listens, and is asked every five seconds", async () => {
  const connection = await open();
  expect(connection.config).toMatchObject({ silenceMs: 5_000, connectionTimeoutMillis: 5_000 });
  const [listening] = connection.queries;
  expect(listening).toMatch(/^listen \w+$/);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(connection.queries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connection.queries.slice(1)).toEqual(["select 1", "select 1"]);
});

test("an event reaches the listeners of its practice, until they stop", async () => {
  const connection = await open();
  const [one, two, stranger] = [listener(), listener(), listener(other)];
  tell(connection, { practiceId, event });
  two.stop();
  tell(connection, { practiceId, event });
  expect([one.heard.events, two.heard.events, stranger.heard.events]).toEqual([[event, event], [event], []]);
  expect(log.warn).not.toHaveBeenCalled();
});

test("a listener that begins later gets the recent events of its practice", async () => {
  const connection = await open();
  tell(connection, { practiceId, event });
  expect(listener().heard.events).toEqual([event]);
  expect(listener(other).heard.events).toEqual([]);
});

test("the end of a session ends its listeners alone", async () => {
  const connection = await open();
  const { heard } = listener();
  tell(connection, { practiceId, sessionEnded: other });
  expect(heard).toMatchObject({ ends: 0, events: [] });
  tell(connection, { practiceId, sessionEnded: sessionId });
  expect(heard).toMatchObject({ ends: 1, events: [] });
});

test.each(["not json", '{"practiceId":"x"}', JSON.stringify({ practiceId, event: { type: "odd" } })])(
  "the message %s is logged and reaches nobody",
  async (payload) => {
    const connection = await open();
    const { heard } = listener();
    tell(connection, payload);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith("An event could not be parsed");
    expect(heard.events).toEqual([]);
  },
);

test("an empty message is ignored", async () => {
  tell(await open(), "");
  expect(log.warn).not.toHaveBeenCalled();
});

test("after a lost connection another one is opened, and all listeners hear of the interruption", async () => {
  const first = await open();
  const { heard } = listener();
  await expect(hub.check()).resolves.toBeUndefined();
  first.emit("error", new Error("lost"));
  first.emit("end");
  await expect(hub.check()).rejects.toThrow("not connected");
  await vi.advanceTimersByTimeAsync(99);
  expect([Connection.opened.length, first.ended, heard.interruptions]).toEqual([1, 1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([Connection.opened.length, heard.interruptions]).toEqual([2, 1]);
  await expect(hub.check()).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([Connection.opened.length, first.queries.length]).toEqual([2, 1]);
});

test("refused connections are repeated after pauses that double up to five seconds", async () => {
  Connection.refuses = true;
  await open();
  const times: number[] = [];
  for (let ms = 0, known = 1; ms < 20_000; ms += 100) {
    await vi.advanceTimersByTimeAsync(100);
    if (Connection.opened.length > known) times.push(ms + 100);
    known = Connection.opened.length;
  }
  expect(times).toEqual([100, 300, 700, 1_500, 3_100, 6_300, 11_300, 16_300]);
  expect(log.warn).toHaveBeenCalledWith({ err: new Error("refused") }, "The event connection failed; trying again");
});

test("after a success the next pause is short again", async () => {
  Connection.refuses = true;
  await open();
  await vi.advanceTimersByTimeAsync(300);
  Connection.refuses = false;
  await vi.advanceTimersByTimeAsync(400);
  const count = Connection.opened.length;
  Connection.opened.at(-1)?.emit("end");
  await vi.advanceTimersByTimeAsync(100);
  expect(Connection.opened.length).toBe(count + 1);
});

test("closing ends the listeners and the connection, and opens no other", async () => {
  const connection = await open();
  const { heard } = listener();
  await hub.close();
  connection.emit("end");
  await vi.advanceTimersByTimeAsync(20_000);
  expect([heard.ends, Connection.opened.length]).toEqual([1, 1]);
  expect(connection.ended).toBeGreaterThan(0);
});

test("closing during a pause opens no other connection", async () => {
  const connection = await open();
  connection.emit("end");
  await hub.close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(Connection.opened).toHaveLength(1);
});
