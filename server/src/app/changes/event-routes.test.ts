import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Member } from "../../domain/access/member.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { Listener } from "../../platform/events/hub.ts";
import { answerError } from "../../platform/http/errors.ts";
import { eventRoutes } from "./event-routes.ts";

const listeners = new Set<Listener>();
const hub = {
  listen(listener: Listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  check: async () => {},
  close: async () => {},
};
let app: FastifyInstance;
/** Whether the session is still there when it is looked up. */
let session: () => Promise<object | null>;
let slides: boolean[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  slides = [];
  session = async () => ({});
  app = Fastify();
  app.decorateRequest("member", null);
  app.decorateRequest("cookies", { getter: () => ({ sheaf_session: "token" }) });
  app.setErrorHandler(answerError);
  app.addHook("onRequest", async (asked) => {
    const userId = String(asked.headers["x-user"] ?? "anna");
    asked.member = { practiceId: "practice", sessionId: "session", userId } as Member;
  });
  await app.register(eventRoutes, {
    db: {} as Db,
    events: hub as never,
    findMember: (async (_token: string, { slide }: { slide: boolean }) => {
      slides.push(slide);
      return session();
    }) as never,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await app.close();
  vi.useRealTimers();
  listeners.clear();
});

const patienceMs = 3_000;

/** Waits until a check passes. Vitest's own waiting would let the invented time pass as well. */
async function eventually(check: () => void): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise(setImmediate);
    }
  }
}

const closers: (() => void)[] = [];

async function open(user = "anna") {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ port, host: "127.0.0.1", path: "/", headers: { "x-user": user } });
  asked.on("error", () => {});
  asked.end();
  closers.push(() => asked.destroy());
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  answer.on("data", (chunk) => {
    text += chunk;
  });
  answer.on("error", () => {});
  const said = (words: string) => eventually(() => expect(text).toContain(words));
  return { answer, said, text: () => text, close: () => asked.destroy() };
}
const tell = (event: ChangeEvent) => {
  for (const listener of listeners) listener.onEvent(event);
};

test("a stream begins at once, tells the browser when to come back, and is stored and buffered nowhere", async () => {
  const { answer, said, close } = await open();
  await said("retry: 1000\n: connected\n\n");
  expect(answer.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
    "x-accel-buffering": "no",
  });
  close();
});

test("events are written in their order as data", async () => {
  const { said, close } = await open();
  tell({ type: "settings" });
  tell({ type: "members" });
  await said('data: {"type":"settings"}\n\ndata: {"type":"members"}\n\n');
  close();
});

test("the twenty-first stream of a user is refused for a minute, one of another user is not, and a closed one makes room", async () => {
  const streams = [];
  for (let count = 0; count < 20; count++) streams.push(await open());
  expect(streams.map(({ answer }) => answer.statusCode)).toEqual(streams.map(() => 200));
  const refused = await open();
  expect(refused.answer.statusCode).toBe(429);
  expect(refused.answer.headers["retry-after"]).toBe("60");
  const other = await open("ben");
  expect(other.answer.statusCode).toBe(200);
  streams[0]?.close();
  await eventually(() => expect(listeners.size).toBe(20));
  const next = await open();
  expect(next.answer.statusCode).toBe(200);
  for (const { close } of [...streams, other, next]) close();
  await eventually(() => expect(listeners.size).toBe(0));
  expect(vi.getTimerCount()).toBe(0);
});

test("every twenty seconds the stream shows that it is alive, without making the session last longer", async () => {
  const { said, text, close } = await open();
  await said("connected");
  await vi.advanceTimersByTimeAsync(19_999);
  expect(text()).not.toContain("alive");
  await vi.advanceTimersByTimeAsync(1);
  await said("event: alive\ndata: {}\n\n");
  expect(slides).toEqual([false]);
  close();
});

test("a stream ends when its session has ended, and goes on while the session cannot be looked up", async () => {
  const { answer, said } = await open();
  session = () => Promise.reject(new Error("no database"));
  await vi.advanceTimersByTimeAsync(20_000);
  await said("event: alive");
  expect(answer.complete).toBe(false);
  session = async () => null;
  await vi.advanceTimersByTimeAsync(20_000);
  await eventually(() => expect(answer.complete).toBe(true));
  expect(listeners.size).toBe(0);
});

test.each(["onInterruption", "onEnd"] as const)(
  "a stream ends at %s of the hub, and an event after it is dropped",
  async (end) => {
    const { answer, said, text } = await open();
    await said("connected");
    const [listener] = listeners;
    listener?.[end]();
    listener?.onEvent({ type: "settings" });
    await eventually(() => expect(answer.complete).toBe(true));
    expect(text()).not.toContain("settings");
  },
);

test("closing the server ends the streams", async () => {
  const { answer, said } = await open();
  await said("connected");
  await app.close();
  await eventually(() => expect(answer.complete).toBe(true));
});

test("a browser that does not read is disconnected before more than 64 KB wait for it", async () => {
  const { answer, said } = await open();
  await said("connected");
  answer.pause();
  for (let sent = 0; sent < 2000 && listeners.size > 0; sent++) {
    tell({ type: "settings", filler: "x".repeat(32_000) } as unknown as ChangeEvent);
    await new Promise(setImmediate);
  }
  await eventually(() => expect(listeners.size).toBe(0));
});
