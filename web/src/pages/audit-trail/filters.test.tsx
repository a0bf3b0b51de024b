import { fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter, Link, Route, Routes } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { useAuditTrail } from "./filters.ts";

function AuditTrail() {
  const { job, open, close } = useAuditTrail();
  return job ? (
    <button type="button" onClick={close}>
      Close
    </button>
  ) : (
    <button type="button" onClick={() => open("job-1")}>
      Open
    </button>
  );
}

test("closing a job twice before the browser has gone back leads to the list and no further", async () => {
  const go = vi.spyOn(history, "go");
  onTestFinished(() => go.mockRestore());
  history.replaceState(null, "", "/dashboard");
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/dashboard" element={<Link to="/audit-trail">Audit Trail</Link>} />
        <Route path="/audit-trail" element={<AuditTrail />} />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Audit Trail" }));
  for (const _ of ["once", "and again"]) {
    fireEvent.click(await screen.findByRole("button", { name: "Open" }));
    const close = await screen.findByRole("button", { name: "Close" });
    fireEvent.click(close);
    fireEvent.click(close);
  }
  await screen.findByRole("button", { name: "Open" });
  expect(location.pathname).toBe("/audit-trail");
  expect(go.mock.calls).toEqual([[-1], [-1]]);
});
