import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link, MemoryRouter, Route, Routes, useSearchParams } from "react-router";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

function open(unsaved: boolean) {
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <Dialog title="Add Customer" onClose={onClose} unsaved={unsaved}>
        <input aria-label="Name" data-first />
      </Dialog>
    </MemoryRouter>,
  );
  return { onClose, user: userEvent.setup() };
}

test("Escape closes a dialog in which nothing was typed", async () => {
  const { onClose, user } = open(false);
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("Escape and the close button ask before typed text is lost, and keeping it returns to the field", async () => {
  const { onClose, user } = open(true);

  await user.keyboard("{Escape}");
  screen.getByRole("alertdialog", { name: "Discard your changes?" });
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  expect(onClose).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

/** A dialog that is opened by the address, like a customer's, and closed by saving. */
function Customers() {
  const [params, setParams] = useSearchParams();
  const [name, setName] = useState("");
  const close = () => setParams({}, { replace: true });
  if (!params.has("customer")) return <p>The list</p>;
  return (
    <Dialog title="Edit Customer" onClose={close} unsaved={name !== ""}>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} data-first />
      <button type="button" onClick={close}>
        Save
      </button>
    </Dialog>
  );
}

async function openByLink() {
  history.replaceState(null, "", "/dashboard");
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/dashboard" element={<Link to="/customers?customer=1">Bright Bakery</Link>} />
        <Route path="/customers" element={<Customers />} />
      </Routes>
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("link", { name: "Bright Bakery" }));
  await user.type(screen.getByLabelText("Name"), "Moss");
  return user;
}
const question = () => screen.findByRole("alertdialog", { name: "Discard your changes?" });
const reload = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));

test("Back asks as well before typed text is lost: keeping it stays, discarding it goes back", async () => {
  const user = await openByLink();
  expect(reload()).toBe(false);

  act(() => history.back());
  await question();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await waitFor(() => expect(location.search).toBe("?customer=1"));
  expect(document.activeElement).toHaveProperty("value", "Moss");

  act(() => history.back());
  await question();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await screen.findByRole("link", { name: "Bright Bakery" });
  expect(location.pathname).toBe("/dashboard");
  expect(reload()).toBe(true);
});

test("saving closes the dialog without a question", async () => {
  const user = await openByLink();
  await user.click(screen.getByRole("button", { name: "Save" }));
  screen.getByText("The list");
  expect(location.href).toMatch(/\/customers\??$/);
  expect(reload()).toBe(true);
});
