import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { useLeaveGuard } from "./leave-guard.ts";

function Guard({ name }: { name: string }) {
  const { asked, leave } = useLeaveGuard(true);
  return (
    asked && (
      <button type="button" onClick={leave}>
        Leave {name}
      </button>
    )
  );
}

test("the frontmost guard asks first, then the ones behind it, and then links work again", async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={["/settings"]}>
      <Link to="/customers">Customers</Link>
      <Link to="/help">Help</Link>
      <Routes>
        <Route
          path="/settings"
          element={
            <>
              <Guard name="the settings" />
              <Guard name="the dialog" />
            </>
          }
        />
        <Route path="/customers" element={<h1>Customers</h1>} />
        <Route path="/help" element={<h1>Help</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  await user.click(screen.getByRole("link", { name: "Customers" }));
  expect(screen.queryByRole("button", { name: "Leave the settings" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Leave the dialog" }));
  await user.click(screen.getByRole("button", { name: "Leave the settings" }));
  screen.getByRole("heading", { name: "Customers" });

  await user.click(screen.getByRole("link", { name: "Help" }));
  screen.getByRole("heading", { name: "Help" });
});

test("guards removed in another order than they were added leave nothing behind", async () => {
  const user = userEvent.setup();
  const shown = (behind: boolean, front: boolean) => (
    <MemoryRouter initialEntries={["/settings"]}>
      <Link to="/help">Help</Link>
      {behind && <Guard name="the settings" />}
      {front && <Guard name="the dialog" />}
      <Routes>
        <Route path="/settings" element={null} />
        <Route path="/help" element={<h1>Help</h1>} />
      </Routes>
    </MemoryRouter>
  );
  const { rerender } = render(shown(true, true));
  rerender(shown(false, true));
  rerender(shown(false, false));
  await user.click(screen.getByRole("link", { name: "Help" }));
  screen.getByRole("heading", { name: "Help" });
});
