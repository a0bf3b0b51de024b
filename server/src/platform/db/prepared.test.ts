import { expect, test, vi } from "vitest";
import { preparedOnce } from "./prepared.ts";

test("a statement is built once for each database", () => {
  const prepare = vi.fn((db: unknown) => ({ of: db }));
  const statement = preparedOnce(prepare);
  const [one, other] = [{}, {}] as never[];
  const first = statement(one as never);
  expect(statement(one as never)).toBe(first);
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(statement(other as never)).not.toBe(first);
  expect(statement(one as never)).toBe(first);
  expect(prepare).toHaveBeenCalledTimes(2);
});
