import { expect, test, vi } from "vitest";
import { poolOfFakes, serveFor } from "./pool-of-fakes.ts";

const alone = { isAlone: true };

test("work that needs to run alone waits for running work, and no other work starts before it has ended", async () => {
  const { pool, children } = poolOfFakes({ size: 2, ahead: true });
  const [running, large] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: string[] = [];
  const noting = (name: string, done?: Promise<void>) => async () => {
    begun.push(name);
    await done;
  };
  const first = pool.run("anna", noting("anna", running.promise));

  const alonePart = pool.run("anna", noting("large", large.promise), alone);
  const other = pool.run("ben", noting("ben"));
  expect(begun).toEqual(["anna"]);
  running.resolve();
  await vi.waitFor(() => expect(begun).toEqual(["anna", "large"]));
  expect(children.filter(({ ended }) => !ended)).toHaveLength(1);
  large.resolve();

  await Promise.all([first, alonePart, other]);
  expect(begun).toEqual(["anna", "large", "ben"]);
  await pool.close();
});

test("work that needs to run alone lets work that waited meanwhile run before the next work that needs to run alone", async () => {
  const { pool } = poolOfFakes({ size: 1 });
  const begun: string[] = [];
  const noting = (name: string) => async () => void begun.push(name);

  await Promise.all([
    ...[1, 2, 3].map((number) => pool.run("anna", noting(`large ${number}`), alone)),
    pool.run("ben", noting("ben")),
    pool.run("cleo", noting("cleo")),
  ]);

  expect(begun).toEqual(["large 1", "ben", "cleo", "large 2", "large 3"]);
  await pool.close();
});

test("work that needs to run alone blocks no other work once it is cancelled", async () => {
  const { pool } = poolOfFakes({ size: 1 });
  const running = Promise.withResolvers<void>();
  const first = pool.run("anna", serveFor("anna", running.promise));
  const stop = new AbortController();
  const begun = vi.fn(async () => {});

  const large = pool.run("anna", begun, { ...alone, signal: stop.signal });
  const other = pool.run("ben", serveFor("ben"));
  stop.abort(new Error("cancelled"));
  await expect(large).rejects.toThrow("cancelled");
  running.resolve();

  await Promise.all([first, other]);
  expect(begun).not.toHaveBeenCalled();
  await pool.close();
});

test("work that needs to run alone ends with the pool", async () => {
  const { pool, children } = poolOfFakes({ size: 1 });
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const large = pool.run(
    "anna",
    async () => {
      begun.resolve();
      await held.promise;
    },
    alone,
  );
  await begun.promise;
  const next = pool.run("anna", serveFor("anna"), alone);

  const closing = pool.close();

  await expect(next).rejects.toThrow("closed");
  held.resolve();
  await Promise.all([large, closing]);
  expect(children.every(({ ended }) => ended)).toBe(true);
});
