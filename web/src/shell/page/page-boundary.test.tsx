import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { PageBoundary } from "./page-boundary.tsx";

function Broken(): never {
  throw new Error("Failed to fetch dynamically imported module");
}

test("a page that fails to render says so and offers to reload, instead of a blank page", () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => quiet.mockRestore());
  const page = render(
    <MemoryRouter>
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </MemoryRouter>,
  );
  expect(page.getByRole("heading").textContent).toBe("This page could not be shown");
  page.getByRole("button", { name: "Reload" });
});
