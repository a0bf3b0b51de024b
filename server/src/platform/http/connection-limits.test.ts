import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { closeSlowConnections, defaultTimeouts, serverTimeouts } from "./slow-clients.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("usual clients have 15 s for headers and send 30 KiB in 30 s; connections are limited only without a proxy", () => {
  const usual = defaultTimeouts(readConfig({}));
  expect(usual).toEqual({ headersMs: 15_000, windowMs: 30_000, minBytes: 30_720, perAddress: 500 });
  expect(defaultTimeouts(readConfig({ TRUST_PROXY: "1" })).perAddress).toBe(Number.POSITIVE_INFINITY);
  expect(defaultTimeouts(readConfig({ CONNECTIONS_PER_ADDRESS: "7" })).perAddress).toBe(7);
});

test.each([
  [15_000, 5_000],
  [14_999, 4_999],
  [30_000, 5_000],
  [300, 100],
])("headers that may take %d ms are checked every %d ms", (headersMs, interval) => {
  const timeouts = { headersMs, windowMs: 1, minBytes: 1, perAddress: 1 };
  expect(serverTimeouts(timeouts).http).toEqual({ headersTimeout: headersMs, connectionsCheckingInterval: interval });
});

type Hook = (request: object, reply: object) => Promise<void>;

function app(perAddress = 2) {
  const server = new EventEmitter();
  let hook: Hook = async () => {};
  const addHook = (_name: string, added: Hook) => {
    hook = added;
  };
  const timeouts = { headersMs: 1, windowMs: 1_000, minBytes: 100, perAddress };
  closeSlowConnections({ server, addHook } as never, timeouts);
  return { server, begin: (request: object, reply: object) => hook(request, reply) };
}

/** A request under way whose body arrives, and whose response is sent. */
async function exchange(more: { raw?: object; reply?: object; waiting?: number } = {}) {
  const socket = { bytesRead: 5, bytesWritten: 5, writableLength: more.waiting ?? 0, destroy: vi.fn() };
  const raw = { socket, complete: false, destroyed: false, readableLength: 0, readableHighWaterMark: 10, ...more.raw };
  const replied = Object.assign(new EventEmitter(), { headersSent: false, writableFinished: false, ...more.reply });
  const log = { info: vi.fn() };
  await app().begin({ raw, log }, { raw: replied });
  const cut = () => socket.destroy.mock.calls.length;
  const window = async (read: number, written = 0) => {
    socket.bytesRead += read;
    socket.bytesWritten += written;
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { socket, raw, replied, log, cut, window };
}

test("a body that arrives with the minimum rate is awaited, a slower one is cut off after a window", async () => {
  const { window, cut, log } = await exchange();
  await window(100);
  await window(100);
  expect(cut()).toBe(0);
  await window(99);
  expect(cut()).toBe(1);
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ direction: "request" }, "Closed a connection that was too slow");
});

test.each([
  ["that has arrived", { complete: true }],
  ["that was given up", { destroyed: true }],
  ["that Sheaf itself does not read", { readableLength: 10 }],
])("a body %s is not awaited", async (_what, raw) => {
  const { window, cut } = await exchange({ raw });
  await window(0);
  expect(cut()).toBe(0);
});

const complete = { complete: true };

test("a response that is read with the minimum rate goes on, a slower one is cut off", async () => {
  const { window, cut, log } = await exchange({ raw: complete, reply: { headersSent: true }, waiting: 50 });
  await window(0, 100);
  expect(cut()).toBe(0);
  await window(0, 99);
  expect(cut()).toBe(1);
  expect(log.info).toHaveBeenCalledWith({ direction: "response" }, "Closed a connection that was too slow");
});

test("what waits in this process does not count as sent", async () => {
  const { window, cut, socket } = await exchange({ raw: complete, reply: { headersSent: true }, waiting: 1 });
  socket.writableLength = 900;
  await window(0, 998);
  expect(cut()).toBe(1);
});

test.each([
  ["that has not begun", { headersSent: false }, 50],
  ["that is complete", { headersSent: true, writableFinished: true }, 50],
  ["of which nothing waits", { headersSent: true }, 0],
])("a response %s is not cut off", async (_what, reply, waiting) => {
  const { window, cut } = await exchange({ raw: complete, reply, waiting });
  await window(0);
  expect(cut()).toBe(0);
});

test("after the end of a request its connection is no longer watched", async () => {
  const { window, cut, replied } = await exchange();
  replied.emit("close");
  await window(0);
  expect([cut(), vi.getTimerCount()]).toEqual([0, 0]);
});

function connect(server: EventEmitter, remoteAddress: string | undefined) {
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
  server.emit("connection", socket);
  return socket;
}

test("connections above the limit of an address are closed, until others have ended", () => {
  const { server } = app(2);
  const [first, , third] = [1, 2, 3].map(() => connect(server, "192.0.2.1"));
  expect([first?.destroy.mock.calls.length, third?.destroy.mock.calls.length]).toEqual([0, 1]);
  expect(connect(server, "192.0.2.2").destroy).not.toHaveBeenCalled();
  third?.emit("close");
  first?.emit("close");
  expect(connect(server, "192.0.2.1").destroy).not.toHaveBeenCalled();
  expect(connect(server, "192.0.2.1").destroy).toHaveBeenCalledTimes(1);
});

test.each(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", undefined])(
  "connections from this machine (%s) are not limited",
  (address) => {
    const { server } = app(0);
    expect(connect(server, address).destroy).not.toHaveBeenCalled();
  },
);

test.each(["128.0.0.1", "1.127.0.1", "::12", "2001:db8::1"])("connections from %s are limited", (address) => {
  const { server } = app(0);
  expect(connect(server, address).destroy).toHaveBeenCalledTimes(1);
});
