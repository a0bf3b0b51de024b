import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchRequests } from "./requests-under-way.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Begins a request; returns what ends it. */
function request(server: EventEmitter, url: string): () => void {
  const response = new EventEmitter();
  server.emit("request", { url }, response);
  return () => response.emit("close");
}

/** Returns whether the requests are finished, without any time passing. */
async function isOver(finished: Promise<void>): Promise<boolean> {
  let over = false;
  void finished.then(() => {
    over = true;
  });
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return over;
}

test("without a request nothing is waited for", async () => {
  const requests = watchRequests(new EventEmitter() as never);
  expect(await isOver(requests.finished(1_000))).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("every request is waited for, event streams excepted", async () => {
  const server = new EventEmitter();
  const requests = watchRequests(server as never);
  request(server, "/api/events?since=1");
  const [one, other] = [request(server, "/api/jobs"), request(server, "/")];
  const finished = requests.finished(1_000);
  expect(await isOver(finished)).toBe(false);
  one();
  expect(await isOver(finished)).toBe(false);
  other();
  expect(await isOver(finished)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("a request that does not end is waited for until the time is up", async () => {
  const server = new EventEmitter();
  const requests = watchRequests(server as never);
  request(server, "/api/jobs");
  const finished = requests.finished(1_000);
  vi.advanceTimersByTime(999);
  expect(await isOver(finished)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isOver(finished)).toBe(true);
});
