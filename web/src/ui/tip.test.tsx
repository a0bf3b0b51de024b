import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tip, Tips } from "./tip.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const hover = (element: HTMLElement) => fireEvent.pointerMove(element);
/** To far outside, so that it is not on its way into the tip. */
function leave(element: HTMLElement) {
  fireEvent.pointerLeave(element);
  fireEvent.pointerMove(document.body, { clientX: 500, clientY: 500 });
}
const tip = () => screen.queryByRole("tooltip")?.textContent;

test("a tooltip waits 700 ms; within 300 ms of it the next one comes at once, later it waits again", () => {
  render(
    <Tips>
      <div>
        <Tip text="Sign Out">
          <button type="button">one</button>
        </Tip>
        <Tip text="Close">
          <button type="button">two</button>
        </Tip>
      </div>
    </Tips>,
  );
  const [one, two] = screen.getAllByRole("button") as [HTMLElement, HTMLElement];

  hover(one);
  pass(699);
  expect(tip()).toBeUndefined();
  pass(1);
  expect(tip()).toBe("Sign Out");

  leave(one);
  pass(200);
  hover(two);
  expect(tip()).toBe("Close");

  leave(two);
  pass(300);
  hover(one);
  pass(699);
  expect(tip()).toBeUndefined();
});
