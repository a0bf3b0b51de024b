import { render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aJob } from "../../testing/people.ts";
import { JobPreview } from "./job-preview.tsx";

const job = aJob("completed", {
  outputs: [
    {
      id: "o-1",
      name: "Bright Bakery.pdf",
      pages: 1,
      sizeBytes: 1000,
      thumbnails: 1,
      previewPath: "/api/jobs/j-1/outputs/o-1",
      searchable: null,
    },
  ],
});
const preview = <JobPreview job={job} />;

test("the PDF is shown in a frame", () => {
  render(preview);
  const frame = screen.getByTitle("Preview of Bright Bakery.pdf");
  expect(frame.getAttribute("src")).toMatch(/^\/api\/jobs\/j-1\/outputs\/o-1#/);
});

test("a phone, which hides the frame, does not load the PDF for it", () => {
  render(preview);
  expect(screen.getByTitle("Preview of Bright Bakery.pdf").getAttribute("loading")).toBe("lazy");
});

test("everything else shows before the frame, which takes the browser longer", () => {
  // The markup is what the first rendering shows.
  const markup = renderToStaticMarkup(preview);
  expect(markup).toContain("Open in a new tab");
  expect(markup).not.toContain("<iframe");
});
