import { expect, test } from "vitest";
import { TryLater } from "../queue/task.ts";
import { BlobDamaged, BlobMissing } from "./blob-store.ts";
import { retryWhenUnavailable } from "./retry-when-unavailable.ts";

const uses = ["put", "putFile", "open", "fetch", "delete"] as const;

/** Returns the error of one use of a store whose every use throws this error. */
async function thrown(use: (typeof uses)[number], error: Error): Promise<unknown> {
  const broken = Object.fromEntries(uses.map((name) => [name, () => Promise.reject(error)]));
  const store = retryWhenUnavailable(broken as never) as unknown as Record<string, () => Promise<void>>;
  return store[use]?.().then(
    () => null,
    (caught) => caught,
  );
}

test.each(uses)("%s is to be tried later when the store cannot be used", async (use) => {
  const cause = new Error("away");
  const error = await thrown(use, cause);
  expect(error).toBeInstanceOf(TryLater);
  expect(error).toMatchObject({ cause });
});

test.each([new BlobMissing("gone"), new BlobDamaged("damaged")])("%s is not to be tried later", async (error) => {
  for (const use of uses) expect(await thrown(use, error)).toBe(error);
});

test("what the store returns is passed on", async () => {
  const store = retryWhenUnavailable({ open: async (key: string) => `opened ${key}` } as never);
  expect(await store.open("a")).toBe("opened a");
});
