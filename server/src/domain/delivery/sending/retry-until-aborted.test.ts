import { expect, test } from "vitest";
import { retryUntilAborted } from "./retry-until-aborted.ts";

/** Writes that fail so many times; `onFailure` is called at each failure. */
function failing(times: number, onFailure = () => {}) {
  let tries = 0;
  const write = async () => {
    tries++;
    if (tries > times) return `written at attempt ${tries}`;
    onFailure();
    throw new Error(`failed ${tries}`);
  };
  return { write, tries: () => tries };
}

test("a write that succeeds is made once", async () => {
  expect(await retryUntilAborted(failing(0).write, new AbortController().signal)).toBe("written at attempt 1");
});

test("after the abort one last attempt is made", async () => {
  const stopping = new AbortController();
  const saved = failing(1, () => stopping.abort());
  expect(await retryUntilAborted(saved.write, stopping.signal)).toBe("written at attempt 2");

  const again = new AbortController();
  const lost = failing(9, () => again.abort());
  await expect(retryUntilAborted(lost.write, again.signal)).rejects.toThrow("failed 2");
  expect(lost.tries()).toBe(2);
});

test("a write that fails after the abort is not repeated", async () => {
  const write = failing(9);
  await expect(retryUntilAborted(write.write, AbortSignal.abort())).rejects.toThrow("failed 1");
  expect(write.tries()).toBe(1);
});
