import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { recentEventsMs } from "@sheaf/contracts/limits.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recentEvents } from "./recent-events.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [anna, ben] = ["practice-a", "practice-b"];
const members: ChangeEvent = { type: "members" };
const settings: ChangeEvent = { type: "settings" };

test("each event of a practice is kept once, where it came last", () => {
  const recent = recentEvents();
  for (const event of [members, settings, members]) recent.add(anna, event);
  recent.add(ben, { type: "outbox" });
  expect(recent.of(anna)).toEqual([settings, members]);
});

test("an event is forgotten after its time, and one that came again is not", () => {
  const recent = recentEvents();
  for (const event of [members, settings]) recent.add(anna, event);
  vi.advanceTimersByTime(recentEventsMs - 1);
  recent.add(anna, members);
  expect(recent.of(anna)).toEqual([settings, members]);
  vi.advanceTimersByTime(2);
  expect(recent.of(anna)).toEqual([members]);
  vi.advanceTimersByTime(recentEventsMs);
  expect(recent.of(anna)).toEqual([]);
});
