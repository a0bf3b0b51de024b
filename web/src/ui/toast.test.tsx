import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissToast, showDone, showFailure, Toasts } from "./toast.tsx";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Toasts />);
});
afterEach(() => {
  act(dismissToast);
  vi.useRealTimers();
});

const area = () => within(screen.getByRole("region", { name: "Notifications" }));
const show = (tell: typeof showDone, title: string, text?: string) => act(() => tell(title, text));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("[S4.25] at most one toast is on screen: the next replaces it", () => {
  show(showFailure, "Upload failed", "The server could not be reached.");
  expect(area().getByRole("alert").textContent).toBe("Upload failedThe server could not be reached.");
  show(showDone, "Customer created");
  expect(area().queryByRole("alert")).toBeNull();
  expect(area().getByRole("status").textContent).toBe("Customer created");
});

test("[S9.18] a success disappears after six seconds, an error only after 1,000,000 ms", () => {
  show(showDone, "Customer created");
  pass(5_999);
  area().getByText("Customer created");
  pass(1);
  expect(area().queryByText("Customer created")).toBeNull();

  show(showFailure, "Creation failed");
  pass(999_999);
  area().getByText("Creation failed");
  pass(1);
  expect(area().queryByText("Creation failed")).toBeNull();
});

test("a toast that replaces another has its own time to disappear", () => {
  show(showDone, "Customer created");
  pass(5_000);
  show(showDone, "Customer updated");
  pass(5_000);
  area().getByText("Customer updated");
});

test("a toast can be closed before", async () => {
  show(showFailure, "Deletion failed");
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(area().getByRole("button", { name: "Dismiss" }));
  expect(area().queryByText("Deletion failed")).toBeNull();
});
