import { expect, test } from "vitest";
import { examineReadingLane } from "./reading-lane.ts";

const lane = { waiting: 12, running: 2, pagesPerMinute: 31.5, oldestWaitingSeconds: 600 };

test("files that wait to be read are no problem until they wait for an hour", () => {
  expect(examineReadingLane({ ...lane, waiting: 0, oldestWaitingSeconds: null })).toMatchObject({ state: "ok" });
  expect(examineReadingLane(lane)).toEqual({ state: "ok", words: expect.stringContaining("12 files wait") });
  expect(examineReadingLane({ ...lane, oldestWaitingSeconds: 3 * 3_600 })).toMatchObject({
    state: "warning",
    words: expect.stringContaining("3 hours"),
    remedy: { words: expect.stringContaining("another worker") },
  });
});
