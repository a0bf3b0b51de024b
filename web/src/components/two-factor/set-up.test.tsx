import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { aboutCodes } from "./recovery-codes.tsx";
import { SetUpTwoFactor } from "./set-up.tsx";

const secret = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Sheaf:priya?secret=JBSWY3DPEHPK3PXP" };
const codes = { recoveryCodes: ["aaaa-bbbb", "cccc-dddd"] };
const call = { data: undefined, error: null, isPending: false, mutate: () => undefined };

/** The dialog at the step for the app's code; the test decides when the server responds. */
function SetUp({ answer }: { answer: Promise<typeof codes> }) {
  const [isPending, setPending] = useState(false);
  const [data, setData] = useState<typeof codes>();
  const [open, setOpen] = useState(true);
  async function mutate() {
    setPending(true);
    setData(await answer);
    setPending(false);
  }
  if (!open) return <p>Settings</p>;
  const confirm = { ...call, isPending, data, mutate: () => void mutate() };
  return <SetUpTwoFactor start={{ ...call, data: secret }} confirm={confirm} onClose={() => setOpen(false)} />;
}

async function confirmCode() {
  const { promise: answer, resolve } = Promise.withResolvers<typeof codes>();
  history.replaceState(null, "", "/dashboard");
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/dashboard" element={<Link to="/settings">Settings</Link>} />
          <Route path="/settings" element={<SetUp answer={answer} />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("link", { name: "Settings" }));
  await user.type(screen.getByLabelText("Code from the app"), "123456{Enter}");
  return { user, answerNow: () => act(async () => resolve(codes)) };
}
const question = () => screen.findByRole("alertdialog", { name: "Leave without the recovery codes?" });

test("while the code is checked nothing closes the dialog, so that the recovery codes are always shown", async () => {
  const { user, answerNow } = await confirmCode();
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  await user.keyboard("{Escape}");
  act(() => history.back());
  await question();

  await answerNow();
  screen.getByText("aaaa-bbbb");
  await user.click(screen.getByRole("button", { name: "I have kept them" }));
  screen.getByText("Settings");
});

test("the Back button asks before the recovery codes are lost", async () => {
  const { user, answerNow } = await confirmCode();
  await answerNow();
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(false);
  act(() => history.back());
  await question();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  screen.getByText("aaaa-bbbb");

  await waitFor(() => expect(location.pathname).toBe("/settings"));
  act(() => history.back());
  await question();
  await user.click(screen.getByRole("button", { name: "Leave without them" }));
  await screen.findByRole("link", { name: "Settings" });
});

test("the password dialog stays open until the response, and asks where the response contains codes", async () => {
  const onClose = vi.fn();
  render(
    <BrowserRouter>
      <PasswordDialog
        title="New Recovery Codes"
        action="Make New Codes"
        error={null}
        pending
        onClose={onClose}
        asks={aboutCodes}
        onConfirm={() => undefined}
      >
        <p>The codes you have now stop working.</p>
      </PasswordDialog>
    </BrowserRouter>,
  );
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  expect(onClose).not.toHaveBeenCalled();
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(false);
});
