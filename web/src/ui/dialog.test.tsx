import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

function open(unsaved: boolean) {
  const onClose = vi.fn();
  render(
    <Dialog title="Add Customer" onClose={onClose} unsaved={unsaved}>
      <input aria-label="Name" data-first />
    </Dialog>,
  );
  return { onClose, user: userEvent.setup() };
}

test("Escape closes a dialog in which nothing was typed", async () => {
  const { onClose, user } = open(false);
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("what was typed is not lost by Escape or the cross without being asked, and keeping it goes back to the field", async () => {
  const { onClose, user } = open(true);

  await user.keyboard("{Escape}");
  screen.getByRole("alertdialog", { name: "Discard what you entered?" });
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  expect(onClose).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});
