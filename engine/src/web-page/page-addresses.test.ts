import { expect, test } from "vitest";
import { safeLink } from "./page-addresses.ts";

const base = "https://x.test/a/";

test.each([
  ["b", "https://x.test/a/b"],
  [" /b ", "https://x.test/b"],
  ["http://y.test", "http://y.test/"],
  ["mailto:a@x.test", "mailto:a@x.test"],
  ["tel:123", "tel:123"],
  ["#b", undefined],
  ["", undefined],
  [" ", undefined],
  [undefined, undefined],
  ["javascript:x()", undefined],
  ["file:///etc/passwd", undefined],
  ["https://[", undefined],
  ["a".repeat(2_000), `${base}${"a".repeat(2_000)}`],
  ["a".repeat(2_001), undefined],
])("the link %s leads to %s", (href, address) => {
  expect(safeLink(href, base)).toBe(address);
});

test("a relative link of a page without an address leads nowhere", () => {
  expect(safeLink("b", undefined)).toBeUndefined();
});
