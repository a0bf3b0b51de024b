import { expect, test } from "vitest";
import { checkedKey } from "./blob-key.ts";

test.each(["a", "practices/1-a_b/jobs/2.pdf", "_x/-y", "a..b", "9/8/7", "a".repeat(500)])("%s is a key", (key) => {
  expect(checkedKey(key)).toBe(key);
});

test.each(["", "/a", "a/", "a//b", ".a", "a/.b", "../a", "a/../b", "a b", "ä", "a\\b", "a\n", "a".repeat(501)])(
  "%j is no key",
  (key) => {
    expect(() => checkedKey(key)).toThrow("Not a key of the blob store");
  },
);
