import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Pool } from "./pool.ts";
import { poolOfFakes, serveFor } from "./pool-of-fakes.ts";
import type { SandboxedProcess } from "./sandboxed-process.ts";

test("a sandboxed process never serves two practices", async () => {
  const { pool, children } = poolOfFakes();
  const practices = Array.from({ length: 60 }, (_, index) => `practice ${index % 7}`);

  await Promise.all(practices.map((practiceId) => pool.run(practiceId, serveFor(practiceId))));

  for (const child of children) expect(new Set(child.practices).size).toBeLessThanOrEqual(1);
  await pool.close();
});

describe("idle sandboxed processes", () => {
  const ahead = { size: 1, ahead: true };
  const inTurn = async (pool: Pool, practices: string[]) => {
    const numbers: number[] = [];
    for (const practiceId of practices) numbers.push(await pool.run(practiceId, serveFor(practiceId)));
    return numbers;
  };

  test("are kept for their practices while others use the slot", async () => {
    const { pool, children } = poolOfFakes(ahead);
    const [anna, ben, cleo, ...again] = await inTurn(pool, ["anna", "ben", "cleo", "anna", "ben", "cleo", "anna"]);

    expect(again).toEqual([anna, ben, cleo, anna]);
    for (const child of children) expect(new Set(child.practices).size).toBeLessThanOrEqual(1);
    await pool.close();
    expect(children.every(({ ended }) => ended)).toBe(true);
  });

  test("are kept for as many practices in turn as there are kept processes and slots", async () => {
    const { pool, children } = poolOfFakes(ahead);
    const practices = ["anna", "ben", "cleo", "dan"];
    const numbers = await inTurn(pool, [...practices, ...practices, ...practices]);

    expect(new Set(numbers).size).toBe(4);
    expect(children.filter(({ practices }) => practices.length > 0)).toHaveLength(4);
    await pool.close();
  });

  test("are kept up to two more than there are slots, the latest ones", async () => {
    const { pool, children } = poolOfFakes(ahead);
    const numbers = await inTurn(pool, ["anna", "ben", "cleo", "dan", "eve"]);
    const alive = numbers.filter((number) => !children[number - 1]?.ended);

    expect(alive).toEqual(numbers.slice(1));
    await pool.close();
  });

  test("end after half a minute, and earlier when the machine is short of memory", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let hasMemory = true;
    const { pool, children } = poolOfFakes({ ...ahead, hasRoom: () => hasMemory });
    const isAlive = (number = 0) => !children[number - 1]?.ended;
    const [anna, ben] = await inTurn(pool, ["anna", "ben"]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect([isAlive(anna), isAlive(ben)]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect([isAlive(anna), isAlive(ben)]).toEqual([false, true]);

    hasMemory = false;
    const [again] = await inTurn(pool, ["ben", "cleo"]);
    expect([again, isAlive(again)]).toEqual([ben, false]);
    await pool.close();
    vi.useRealTimers();
  });

  test("that broke while they were kept are not used again", async () => {
    const { pool, children } = poolOfFakes(ahead);
    const [anna = 0] = await inTurn(pool, ["anna", "ben"]);
    await children[anna - 1]?.end();

    expect(await pool.run("anna", serveFor("anna"))).not.toBe(anna);
    await pool.close();
  });

  test("are not given work that needs a new one", async () => {
    const { pool } = poolOfFakes(ahead);
    const [anna] = await inTurn(pool, ["anna", "ben"]);

    expect(await pool.run("anna", serveFor("anna"), { fresh: true })).not.toBe(anna);
    await pool.close();
  });
});

test("idle sandboxed processes end while the last request runs", async () => {
  const { pool, children } = poolOfFakes();
  await Promise.all([pool.run("anna", serveFor("anna")), pool.run("anna", serveFor("anna"))]);
  const last = Promise.withResolvers<void>();

  const work = pool.run("anna", serveFor("anna", last.promise), { isLast: true });

  expect(children.map(({ ended }) => ended)).toEqual([false, true]);
  last.resolve();
  expect(await work).toBe(1);
  await pool.close();
});

test("a sandboxed process started while files wait is warmed up only when no file waits any more", async () => {
  const warm = vi.fn(async (_child: SandboxedProcess) => {});
  const { pool, children } = poolOfFakes({ size: 1, ahead: true, warm });
  const numbers = () => warm.mock.calls.map(([warmed]) => children.find((child) => child === warmed)?.number);
  const [anna, ben] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = [pool.run("anna", serveFor("anna", anna.promise)), pool.run("ben", serveFor("ben", ben.promise))];
  expect(children).toHaveLength(2); // one of them for ben
  expect(numbers()).toEqual([1]);

  anna.resolve();
  await work[0];
  ben.resolve();
  await work[1];

  await vi.waitFor(() => expect(numbers()).toEqual([1, 3]));
  expect(children[1]?.practices).toEqual(["ben"]);
  await pool.close();
});

test("the next file of a practice is given to the sandboxed process of the file before", async () => {
  const { pool } = poolOfFakes({ size: 1 });

  const first = await pool.run("anna", serveFor("anna"));

  expect(await pool.run("anna", serveFor("anna"))).toBe(first);
  await pool.close();
});

test("a sandboxed process converts fifty files and no more, and what else it does is not counted", async () => {
  const { pool, children } = poolOfFakes({ size: 1 });

  for (let number = 0; number < 101; number++) {
    await pool.run("anna", serveFor("anna"), { isConversion: true });
    await pool.run("anna", serveFor("anna"));
  }

  expect(children.map((child) => child.practices.length)).toEqual([99, 100, 3]);
  await pool.close();
});

test("a practice with many files does not keep another waiting for all of them", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { pool } = poolOfFakes({ size: 1 });
  const order: string[] = [];
  const slowly = (practiceId: string) => async () => {
    order.push(practiceId);
    vi.advanceTimersByTime(2_000);
  };

  const anna = Array.from({ length: 9 }, () => pool.run("anna", slowly("anna")));
  await Promise.all([...anna, pool.run("ben", slowly("ben"))]);

  // after the 5 seconds for which a sandboxed process may continue with its practice's files
  expect(order.indexOf("ben")).toBe(3);
  await pool.close();
  vi.useRealTimers();
});

describe("while a practice's files hang in every sandboxed process", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const hang = Promise.withResolvers<void>();

  test("another practice gets one additional sandboxed process, which takes none of the hanging practice's files", async () => {
    const { pool, children } = poolOfFakes({ size: 2 });
    const anna = Array.from({ length: 3 }, () => pool.run("anna", serveFor("anna", hang.promise)));

    const ben = pool.run("ben", serveFor("ben"));
    await vi.advanceTimersByTimeAsync(2_900); // they may be slow instead of hanging
    expect(children).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);

    expect(await ben).toBe(3);
    await pool.run("ben", serveFor("ben"));
    expect(children.map(({ practices }) => practices)).toEqual([["anna"], ["anna"], ["ben", "ben"]]);
    hang.resolve();
    await Promise.all(anna);
    await pool.close();
  });

  test("the additional sandboxed process is started before another practice needs it", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true });
    const held = Promise.withResolvers<void>();
    const anna = pool.run("anna", serveFor("anna", held.promise));
    expect(children).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(3_100);

    expect(children).toHaveLength(2);
    held.resolve();
    await anna;
    await pool.close();
  });

  test("no additional sandboxed process is started once the pool is closed", async () => {
    const { pool, children } = poolOfFakes({ size: 1, ahead: true });
    const held = Promise.withResolvers<void>();
    const anna = pool.run("anna", serveFor("anna", held.promise));
    const closed = pool.close();

    await vi.advanceTimersByTimeAsync(3_100);

    expect(children).toHaveLength(1);
    held.resolve();
    await Promise.all([anna, closed]);
  });

  test("a third practice does not wait until the second has finished, and there is never more than one additional sandboxed process", async () => {
    const { pool, children } = poolOfFakes({ size: 2, ahead: true, hasRoom: () => false });
    const held = Promise.withResolvers<void>();
    const anna = Array.from({ length: 3 }, () => pool.run("anna", serveFor("anna", held.promise)));
    await vi.advanceTimersByTimeAsync(3_100);

    const others = ["ben", "cleo", "dan"].map((practiceId) => pool.run(practiceId, serveFor(practiceId)));
    await Promise.all(others);

    expect(children.filter(({ ended }) => !ended).length).toBeLessThanOrEqual(3);
    held.resolve();
    await Promise.all(anna);
    await pool.close();
  });
});

test("a pool is idle from the end of its last work on", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool } = poolOfFakes({ size: 1 });
  const held = Promise.withResolvers<void>();
  expect(pool.idleMs()).toBe(Number.POSITIVE_INFINITY);

  const running = pool.run("anna", serveFor("anna", held.promise));
  vi.advanceTimersByTime(5_000);
  expect(pool.idleMs()).toBe(0);
  held.resolve();
  await running;
  await new Promise(setImmediate); // the pool notes the end after the caller has it
  vi.advanceTimersByTime(400);

  expect(pool.idleMs()).toBe(400);
  await pool.close();
});

test("a broken sandboxed process is not used again, and the second attempt gets a new one", async () => {
  const { pool, children } = poolOfFakes({ size: 1 });
  await pool.run("anna", async (child) => child.end());

  await pool.run("anna", serveFor("anna"));
  await pool.run("anna", serveFor("anna"), { fresh: true });

  expect(children.map((child) => child.practices.length)).toEqual([0, 1, 1]);
  await pool.close();
});

test("work that is cancelled while it waits never starts", async () => {
  const { pool } = poolOfFakes({ size: 1 });
  const held = Promise.withResolvers<void>();
  const running = pool.run("anna", serveFor("anna", held.promise));
  const stop = new AbortController();
  const begun = vi.fn(async () => {});

  const waiting = pool.run("ben", begun, { signal: stop.signal });
  stop.abort(new Error("cancelled"));

  await expect(waiting).rejects.toThrow("cancelled");
  held.resolve();
  await running;
  expect(begun).not.toHaveBeenCalled();
  await pool.close();
});

test("sandboxed processes are started before they are needed, one for each slot", async () => {
  const { pool, children } = poolOfFakes({ size: 3, ahead: true });

  expect(children.length).toBeGreaterThanOrEqual(3);
  await pool.close();
  expect(children.every((child) => child.ended)).toBe(true);
});

test("sandboxed processes that exit before any work are not restarted endlessly", async () => {
  const { pool, children } = poolOfFakes({ size: 1, ahead: true, warm: async (child) => child.end() });

  await vi.waitFor(() => expect(children.length).toBeGreaterThanOrEqual(3));
  await new Promise((resolve) => setImmediate(resolve));

  expect(children.length).toBeLessThanOrEqual(6);
  await pool.close();
});

test("sandboxed processes are started ahead only while the machine has room for them", async () => {
  let hasRoom = false;
  const { pool, children } = poolOfFakes({ size: 3, ahead: true }, () => hasRoom);
  expect(children).toHaveLength(1);
  await pool.run("anna", serveFor("anna"));

  hasRoom = true;
  await pool.run("anna", serveFor("anna"));

  expect(children.filter(({ ended }) => !ended).length).toBeGreaterThanOrEqual(3);
  await pool.close();
});
