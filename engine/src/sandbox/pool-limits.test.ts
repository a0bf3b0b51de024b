import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { poolOfFakes, serveFor } from "./pool-of-fakes.ts";
import type { SandboxedProcess } from "./sandboxed-process.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Lets what has been resolved take its course. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const gate = () => Promise.withResolvers<void>();

describe("a sandboxed process", () => {
  test.each([
    [2_500, 2],
    [2_499, 3],
  ])("goes on with files of %i ms each for less than five seconds while another practice waits", async (ms, before) => {
    const { pool } = poolOfFakes({ size: 1 });
    const order: string[] = [];
    const slowly = (practiceId: string) => async () => {
      order.push(practiceId);
      vi.advanceTimersByTime(ms);
    };
    const works = [..."aaaa", "b"].map((practiceId) => pool.run(practiceId, slowly(practiceId)));
    await Promise.all(works);
    expect(order.indexOf("b")).toBe(before);
    await pool.close();
  });

  test("goes on for as long as nobody else waits", async () => {
    const { pool, children } = poolOfFakes({ size: 1 });
    const slowly = async () => void vi.advanceTimersByTime(2_000);
    await Promise.all(Array.from({ length: 6 }, () => pool.run("anna", slowly)));
    expect(children).toHaveLength(1);
    await pool.close();
  });

  test("has a successor from the 45th file on", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true });
    const counts: number[] = [];
    const work = async () => void counts.push(children.length);
    await Promise.all(Array.from({ length: 50 }, () => pool.run("anna", work, { isConversion: true })));
    // The successor is started just after the work that needs it has begun.
    expect([counts.indexOf(2), counts.at(-1)]).toEqual([45, 2]);
    await pool.close();
  });

  test("keeps its slot for two seconds, and is kept for half a minute more", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true });
    await pool.run("anna", serveFor("anna"));
    await vi.advanceTimersByTimeAsync(31_999);
    expect(children[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(children[0]?.ended).toBe(true);
    await pool.close();
  });

  test("is not kept when it is broken, or has converted fifty files", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true });
    await pool.run("anna", serveFor("anna"));
    await children[0]?.end();
    await pool.run("ben", serveFor("ben"));
    expect(await pool.run("anna", serveFor("anna"))).toBeGreaterThan(2);
    for (let count = 0; count < 50; count++) await pool.run("cleo", serveFor("cleo"), { isConversion: true });
    await settle();
    const [cleo] = children.filter(({ practices }) => practices.includes("cleo"));
    expect([cleo?.practices.length, cleo?.ended]).toEqual([50, true]);
    await pool.close();
  });
});

test("practices take turns where no process goes on", async () => {
  const { pool } = poolOfFakes({ size: 1 });
  const order: string[] = [];
  const works = ["anna 1", "anna 2", "anna 3", "ben 1", "ben 2"].map((name) =>
    pool.run(name.split(" ")[0] ?? "", async () => void order.push(name), { fresh: true }),
  );
  await Promise.all(works);
  // The first begins before the others wait.
  expect(order).toEqual(["anna 1", "anna 2", "ben 1", "anna 3", "ben 2"]);
  await pool.close();
});

describe("processes that are started ahead", () => {
  test("and end in their warm-up are replaced twice", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true, warm: (child) => child.end() });
    await settle();
    expect(children).toHaveLength(3);
    await pool.close();
  });

  test("and end in their warm-up are replaced twice again after one that did not", async () => {
    let count = 0;
    let works = (number: number): boolean => number === 3;
    const { pool, children } = poolOfFakes({
      size: 1,
      ahead: true,
      warm: async (child) => {
        count += 1;
        if (!works(count)) await child.end();
      },
    });
    await settle();
    expect(children.map(({ ended }) => ended)).toEqual([true, true, false]);
    works = () => false;
    await pool.run("anna", serveFor("anna"));
    await settle();
    expect(children).toHaveLength(6);
    await pool.close();
  });

  test("are warmed up once each, and not while files wait", async () => {
    const warm = vi.fn(async (_child: SandboxedProcess) => {});
    const { pool, children } = poolOfFakes({ size: 2, ahead: true, warm });
    expect(warm).toHaveBeenCalledTimes(2);
    const end = gate();
    const works = ["anna", "ben", "cleo"].map((practiceId) => pool.run(practiceId, serveFor(practiceId, end.promise)));
    expect(children).toHaveLength(3);
    expect(warm).toHaveBeenCalledTimes(2);
    end.resolve();
    await Promise.all(works);
    await settle();
    expect(new Set(warm.mock.calls.map(([child]) => child)).size).toBe(warm.mock.calls.length);
    await pool.close();
  });

  test("are as many as there are slots, and none where processes start with their files", async () => {
    for (const size of [1, 2, 3]) {
      const { pool, children } = poolOfFakes({ size, ahead: true });
      expect(children).toHaveLength(size);
      await pool.close();
    }
    const { pool, children } = poolOfFakes({ size: 2, ahead: false });
    await pool.run("anna", serveFor("anna"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([children.length, children[0]?.ended]).toEqual([1, false]);
    await pool.close();
  });

  test("are not used once they are broken", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true });
    await children[0]?.end();
    expect(await pool.run("anna", serveFor("anna"))).toBe(2);
    await pool.close();
  });
});

describe("waiting work", () => {
  test("is told of, and is refused when the pool is closed", async () => {
    const { pool } = poolOfFakes({ size: 1 });
    const held = gate();
    const running = pool.run("anna", serveFor("anna", held.promise));
    expect(pool.hasWaitingWork()).toBe(false);
    const begun = vi.fn(async () => {});
    const waiting = [pool.run("ben", begun), pool.run("anna", begun), pool.run("cleo", begun, { isAlone: true })];
    expect(pool.hasWaitingWork()).toBe(true);
    const refused = Promise.all(waiting.map((work) => expect(work).rejects.toThrow("The engine was closed.")));
    await pool.close();
    await refused;
    held.resolve();
    await running;
    expect(begun).not.toHaveBeenCalled();
    expect(pool.hasWaitingWork()).toBe(false);
    await expect(pool.run("anna", begun)).rejects.toThrow("The engine is closed.");
  });

  test("that is cancelled leaves the other work of its practice", async () => {
    const { pool } = poolOfFakes({ size: 1 });
    const held = gate();
    const running = pool.run("anna", serveFor("anna", held.promise));
    const stop = new AbortController();
    const cancelled = pool.run("ben", serveFor("ben"), { signal: stop.signal });
    const other = pool.run("ben", serveFor("ben"));
    stop.abort(new Error("cancelled"));
    await expect(cancelled).rejects.toThrow("cancelled");
    held.resolve();
    await running;
    expect(await other).toBe(2);
    await pool.close();
  });

  test("that was cancelled before never begins, and a signal that comes too late changes nothing", async () => {
    const { pool } = poolOfFakes({ size: 1 });
    const begun = vi.fn(async () => {});
    const signal = AbortSignal.abort(new Error("before"));
    await expect(pool.run("anna", begun, { signal })).rejects.toThrow("before");
    expect(begun).not.toHaveBeenCalled();

    const [stop, held] = [new AbortController(), gate()];
    const running = pool.run("anna", serveFor("anna", held.promise), { signal: stop.signal });
    stop.abort(new Error("too late"));
    held.resolve();
    expect(await running).toBe(1);
    await pool.close();
  });
});

test("the error of work is given to who asked for it, and the process serves the next", async () => {
  const { pool } = poolOfFakes({ size: 1 });
  await expect(pool.run("anna", () => Promise.reject(new Error("damaged")))).rejects.toThrow("damaged");
  expect(await pool.run("anna", serveFor("anna"))).toBe(1);
  await pool.close();
});

test("a pool is closed when all of its processes have ended", async () => {
  const { pool, children } = poolOfFakes({ size: 1, ahead: true });
  const gone = gate();
  const [child] = children;
  if (child) child.end = () => gone.promise;
  let isClosed = false;
  const closed = pool.close().then(() => {
    isClosed = true;
  });
  await settle();
  expect(isClosed).toBe(false);
  gone.resolve();
  await closed;
});

test("a pool is not idle while work runs alone or waits for that, and no process is started ahead meanwhile", async () => {
  const { pool, children } = poolOfFakes({ size: 1, ahead: true });
  const [first, large] = [gate(), gate()];
  const running = pool.run("anna", serveFor("anna", first.promise));
  const alone = pool.run("ben", serveFor("ben", large.promise), { isAlone: true });
  expect([pool.hasWaitingWork(), pool.idleMs()]).toEqual([true, 0]);
  first.resolve();
  await running;
  await settle();
  expect(children.filter(({ ended }) => !ended).map(({ practices }) => practices)).toEqual([["ben"]]);
  expect([pool.hasWaitingWork(), pool.idleMs()]).toEqual([true, 0]);
  large.resolve();
  await alone;
  await settle();
  expect(children.find(({ practices }) => practices.includes("ben"))?.ended).toBe(true);
  vi.advanceTimersByTime(70);
  expect([pool.hasWaitingWork(), pool.idleMs()]).toEqual([false, 70]);
  expect(children.filter(({ ended }) => !ended)).toHaveLength(1);
  await pool.close();
});

test("a process that works alone ends when the pool is closed", async () => {
  const { pool, children } = poolOfFakes({ size: 1 });
  const held = gate();
  const alone = pool.run("ben", serveFor("ben", held.promise), { isAlone: true });
  await settle();
  expect(children.map(({ ended }) => ended)).toEqual([false]);
  await pool.close();
  expect(children.map(({ ended }) => ended)).toEqual([true]);
  held.resolve();
  await alone;
});

test("the last work ends processes that are idle in slots and those that are kept", async () => {
  const { pool, children } = poolOfFakes({ size: 1, ahead: true });
  await pool.run("anna", serveFor("anna"));
  await pool.run("ben", serveFor("ben"));
  const held = gate();
  const last = pool.run("ben", serveFor("ben", held.promise), { isLast: true });
  await settle();
  const [anna] = children.filter(({ practices }) => practices.includes("anna"));
  expect(anna?.ended).toBe(true);
  held.resolve();
  expect(children.find(({ practices }) => practices.includes("ben"))?.ended).toBe(false);
  await last;
  await pool.close();
});
