import { expect, test, vi } from "vitest";
import { linkNext } from "./link-next.ts";

function linked(limit: number, ids: string[]) {
  const header = vi.fn();
  linkNext(
    { header } as never,
    "/api/jobs",
    limit,
    ids.map((id) => ({ id })),
  );
  return header.mock.calls;
}

test("a full page links to the next one, after its last row", () => {
  expect(linked(2, ["a", "b"])).toEqual([["link", '</api/jobs?limit=2&cursor=b>; rel="next"']]);
});

test.each([
  [2, ["a"]],
  [2, []],
  [0, []],
])("of at most %d rows, %j is the last page and has no link", (limit, ids) => {
  expect(linked(limit, ids)).toEqual([]);
});
