import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultSilenceMs, WatchedClient } from "./watched-client.ts";

const probes = vi.hoisted(() => ({
  answers: [] as (boolean | Error)[],
  asked: [] as { values: unknown[]; config: Record<string, unknown> }[],
  ended: 0,
}));
vi.mock("pg", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  class DatabaseError extends Error {}
  class Client extends Emitter {
    connection = Object.assign(new Emitter(), { stream: undefined as unknown });
    config: Record<string, unknown>;
    constructor(config: Record<string, unknown>) {
      super();
      this.config = config;
      this.connection.stream = config.stream;
    }
    async connect() {
      this.connection.emit("backendKeyData", { processID: 99 });
      const [answer] = probes.answers;
      if (answer instanceof Error) throw probes.answers.shift();
    }
    async query(_text: string, values: unknown[]) {
      probes.asked.push({ values, config: this.config });
      return { rows: [{ working: probes.answers.shift() }] };
    }
    async end() {
      probes.ended += 1;
    }
  }
  return { default: { Client, DatabaseError }, Client, DatabaseError };
});
// The pause uses the timers of the test.
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
}));
const { default: pg } = await import("pg");

/** A socket, and the counters that it shows. */
let line: Socket;
let counted: { sent: number; received: number };
let destroyed: Error | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  probes.answers = [];
  probes.asked = [];
  counted = { sent: 0, received: 0 };
  line = Object.defineProperties(new Socket(), {
    bytesWritten: { get: () => counted.sent },
    bytesRead: { get: () => counted.received },
  });
  destroyed = undefined;
  vi.spyOn(line, "destroy").mockImplementation((error) => {
    destroyed = error;
    return line;
  });
});
afterEach(() => void vi.useRealTimers());

function connected(silenceMs?: number) {
  const client = new WatchedClient({ stream: line, ...(silenceMs ? { silenceMs } : {}) } as never);
  client.connection.emit("backendKeyData", { processID: 7 });
  client.connection.emit("readyForQuery");
  client.emit("connect");
  return client;
}

/** Sends a statement, of which nothing comes back. */
const send = () => {
  counted.sent += 10;
};
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a silent server that does not work on the statement loses the connection", async () => {
  connected();
  send();
  probes.answers = [false];
  await after(5_000);
  expect(probes.asked).toEqual([]);
  await after(5_000);
  expect(probes.asked).toMatchObject([
    { values: [7, 99], config: { connectionTimeoutMillis: 5_000, query_timeout: 5_000, keepAlive: true } },
  ]);
  await after(999);
  expect(destroyed).toBeUndefined();
  await after(1);
  expect(destroyed?.message).toBe("Connection terminated: the server no longer responds");
  expect([defaultSilenceMs, probes.asked.length]).toEqual([5_000, 1]);
});

test("a server that works on the statement keeps the connection, and is asked again", async () => {
  connected(1_000);
  send();
  probes.answers = [true, true, true];
  await after(4_000);
  expect([probes.asked.length, destroyed]).toEqual([3, undefined]);
});

test("a server that sends something is not asked", async () => {
  connected(1_000);
  send();
  for (let second = 0; second < 5; second++) {
    counted.received += 1;
    await after(1_000);
  }
  expect([probes.asked, destroyed]).toEqual([[], undefined]);
});

test("an idle connection is not asked about", async () => {
  const client = connected(1_000);
  await after(5_000);
  send();
  client.connection.emit("readyForQuery");
  await after(5_000);
  expect(probes.asked).toEqual([]);
});

test("data that arrives during the last second keeps the connection", async () => {
  connected(2_000);
  send();
  probes.answers = [false];
  await after(4_000);
  counted.received += 1;
  await after(1_000);
  expect([probes.asked.length, destroyed]).toEqual([1, undefined]);
});

test.each([
  ["that refuses the check is alive", () => new pg.DatabaseError("too many", 0, "error"), false],
  ["that cannot be reached loses the connection", () => new Error("unreachable"), true],
])("a server %s", async (_what, error, isLost) => {
  connected(1_000);
  send();
  probes.answers = [error()];
  await after(2_000);
  await after(1_000);
  expect(destroyed !== undefined).toBe(isLost);
});

test("a connection that has ended is no longer watched, and its errors end no process", async () => {
  const client = connected(1_000);
  expect(() => client.emit("error", new Error("lost"))).not.toThrow();
  client.emit("end");
  send();
  await after(5_000);
  expect(probes.asked).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a connection that is no socket is an error", () => {
  const client = new WatchedClient({ stream: new EventEmitter() } as never);
  expect(() => client.connection.emit("readyForQuery")).toThrow("A connection to PostgreSQL is a socket");
});
