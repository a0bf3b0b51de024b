import type { JobOutput } from "@sheaf/contracts/jobs.ts";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { JobPages } from "./job-pages.tsx";

const output = (part: Partial<JobOutput> = {}): JobOutput => ({
  id: "o-1",
  name: "Bright Bakery.pdf",
  pages: 3,
  sizeBytes: 1000,
  thumbnails: 2,
  previewPath: "/api/jobs/j-1/outputs/o-1",
  searchable: null,
  ...part,
});

test("each page shows its picture, or an empty sheet until there is one", () => {
  render(<JobPages output={output()} />);
  expect(screen.getAllByRole("img").map((picture) => picture.getAttribute("src"))).toEqual([
    "/api/jobs/j-1/outputs/o-1/pages/1.webp",
    "/api/jobs/j-1/outputs/o-1/pages/2.webp",
  ]);
  expect(screen.getAllByRole("figure").map((page) => page.textContent)).toEqual(["1", "2", "3"]);
});

test("a picture that fails to load leaves an empty sheet", () => {
  render(<JobPages output={output({ pages: 1, thumbnails: 1 })} />);
  fireEvent.error(screen.getByAltText("Page 1"));
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getAllByRole("figure")).toHaveLength(1);
});

test("of a long PDF the first fifty pages are shown, and the others are counted", () => {
  render(<JobPages output={output({ pages: 62, thumbnails: 50 })} />);
  expect(screen.getAllByRole("figure")).toHaveLength(50);
  screen.getByText("and 12 more pages");
});

test("a deleted PDF has no pages to show", () => {
  render(<JobPages output={output({ previewPath: null })} />);
  expect(screen.queryByRole("figure")).toBeNull();
});
