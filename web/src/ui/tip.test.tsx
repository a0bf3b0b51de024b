import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tip } from "./tip.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const hover = (element: HTMLElement) => fireEvent.pointerEnter(element);
const leave = (element: HTMLElement) => fireEvent.pointerLeave(element);
const tip = () => screen.queryByRole("tooltip")?.textContent;

test("[S9.19] a tooltip appears after 700 ms; within 300 ms of it the next one appears at once, later it waits again", () => {
  render(
    <>
      <Tip text="Sign Out">
        <button type="button">one</button>
      </Tip>
      <Tip text="Close">
        <button type="button">two</button>
      </Tip>
    </>,
  );
  const [one, two] = screen.getAllByRole("button") as [HTMLElement, HTMLElement];

  hover(one);
  pass(699);
  expect(tip()).toBeUndefined();
  pass(1);
  expect(tip()).toBe("Sign Out");

  leave(one);
  pass(200);
  expect(tip()).toBeUndefined();
  hover(two);
  pass(0);
  expect(tip()).toBe("Close");

  leave(two);
  pass(400);
  hover(one);
  pass(699);
  expect(tip()).toBeUndefined();
});

test("a tooltip describes its button, stays while the pointer is on it, and closes on Escape or a press", () => {
  render(
    <Tip text="Sign Out">
      <button type="button">out</button>
    </Tip>,
  );
  const button = screen.getByRole("button");
  hover(button);
  pass(700);
  expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Sign Out");
  leave(button);
  fireEvent.pointerEnter(screen.getByRole("tooltip"));
  pass(1_000);
  expect(tip()).toBe("Sign Out");
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(tip()).toBeUndefined();

  hover(button);
  pass(700);
  fireEvent.pointerDown(button);
  expect(tip()).toBeUndefined();
});
