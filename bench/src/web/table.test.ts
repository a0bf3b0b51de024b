import { expect, test } from "vitest";
import { faultLines, type Visited, webTable } from "./table.ts";
import type { Visit } from "./visit.ts";

const visit = (changed: Partial<Visit> = {}): Visit => ({
  scores: { performance: 97, accessibility: 100, "best-practices": 96, seo: 100 },
  lcpMs: 420,
  cls: 0.0004,
  scriptBytes: 118_400,
  faults: [],
  ...changed,
});
const bars = { performance: 95, accessibility: 95, "best-practices": 95, seo: 95 };
const visited = (visits: Visit[], page: Visited["page"] = { path: "/", bars }): Visited => ({
  page,
  screen: "phone",
  visits,
});
const lineOf = (one: Visited) => webTable([one]).split("\n")[2];

test("a page has one line with four scores, largest contentful paint, layout shift and script size", () => {
  expect(lineOf(visited([visit()]))).toBe("| / | phone | 97 ✓ | 100 ✓ | 96 ✓ | 100 ✓ | 0.42 s ✓ | 0.000 ✓ | 118 kB |");
});

test("a value beyond its limit is marked", () => {
  const slow = visit({ scores: { ...visit().scores, performance: 94 }, lcpMs: 1_001, cls: 0.021 });
  expect(lineOf(visited([slow]))).toBe("| / | phone | 94 ✗ | 100 ✓ | 96 ✓ | 100 ✓ | 1.00 s ✗ | 0.021 ✗ | 118 kB |");
});

test("the median of the visits counts", () => {
  const visits = [10, 98, 97].map((performance) => visit({ scores: { ...visit().scores, performance } }));
  expect(lineOf(visited(visits))).toContain("| 97 ✓ |");
});

test("a score without a bar is shown and not judged", () => {
  expect(lineOf(visited([visit()], { path: "/dashboard", bars: { performance: 90 } }))).toContain(
    "| 97 ✓ | 100 | 96 | 100 |",
  );
});

test("each fault that lowered a judged score is listed once", () => {
  const faults = [
    { category: "performance" as const, title: "Largest Contentful Paint: 3.2 s" },
    { category: "seo" as const, title: "Document does not have a meta description" },
  ];
  const later = [{ category: "performance" as const, title: "Largest Contentful Paint: 2.9 s" }];
  const dashboard = visited([visit({ faults }), visit({ faults: later })], {
    path: "/dashboard",
    bars: { performance: 90 },
  });
  expect(faultLines([dashboard])).toEqual(["- performance: Largest Contentful Paint: /dashboard (phone)"]);
});
