import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SandboxedProcess } from "./sandboxed-process.ts";
import { areAllBusyLong, emptySlot, findFreeSlot, mayStartWork, msUntilAllBusyLong, nextPractice } from "./slots.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => void vi.useRealTimers());

const child = {} as SandboxedProcess;
const empty = { ...emptySlot };
const idle = (practiceId: string) => ({ ...emptySlot, child, practiceId });
/** @param ms for how long it has worked on its file */
const busy = (practiceId: string, ms: number) => ({
  ...idle(practiceId),
  busy: true,
  begun: performance.now() - ms,
});

describe("a practice may start work", () => {
  test("in any slot but the last, which is for others than those with files that take long", () => {
    expect(mayStartWork([busy("anna", 0), empty, empty], "anna")).toBe(true);
    expect(mayStartWork([busy("anna", 9_000), busy("anna", 9_000), empty], "anna")).toBe(false);
    expect(mayStartWork([busy("anna", 9_000), busy("anna", 9_000), empty], "ben")).toBe(true);
    expect(mayStartWork([busy("anna", 9_000), busy("ben", 9_000), empty], "ben")).toBe(false);
    expect(mayStartWork([busy("anna", 9_000), busy("cleo", 9_000), busy("dan", 9_000)], "ben")).toBe(false);
  });

  test("in the last slot once all others have worked for three seconds", () => {
    expect(mayStartWork([busy("anna", 3_000), empty], "ben")).toBe(true);
    expect(mayStartWork([busy("anna", 2_999), empty], "ben")).toBe(false);
    expect(mayStartWork([busy("anna", 3_000), busy("cleo", 2_999), empty], "ben")).toBe(false);
  });
});

describe("the next practice", () => {
  test("is the first that may start", () => {
    expect(nextPractice([empty, empty], ["anna", "ben"])).toBe("anna");
    expect(nextPractice([empty, empty], [])).toBeUndefined();
    expect(nextPractice([busy("anna", 9_000), empty], ["anna", "ben"])).toBe("ben");
    expect(nextPractice([busy("anna", 9_000), empty], ["anna"])).toBeUndefined();
  });

  test("is one without a file that takes long, where there is one", () => {
    const slots = [busy("anna", 3_000), empty, empty];
    expect(nextPractice(slots, ["anna", "ben"])).toBe("ben");
    expect(nextPractice(slots, ["anna"])).toBe("anna");
    expect(nextPractice([busy("anna", 2_999), empty, empty], ["anna", "ben"])).toBe("anna");
    expect(nextPractice([idle("anna"), empty, empty], ["anna", "ben"])).toBe("anna");
  });
});

describe("the slot for the next work", () => {
  test("is an empty one while two are empty, then one with an idle process, then the last empty one", () => {
    const [one, other, kept] = [{ ...empty }, { ...empty }, idle("anna")];
    expect(findFreeSlot([kept, one, other])).toBe(one);
    expect(findFreeSlot([one, kept])).toBe(kept);
    expect(findFreeSlot([busy("anna", 0), one])).toBe(one);
    expect(findFreeSlot([busy("anna", 0), busy("ben", 0)])).toBeUndefined();
  });
});

describe("all slots but the last", () => {
  test.each([
    ["work for three seconds", [3_000, 3_000], true, 0],
    ["work for less", [3_000, 2_999], false, 1],
    ["have just begun", [0, 0], false, 3_000],
    ["work for half a millisecond less", [3_000, 2_999.5], false, 1],
  ])("%s: %j", (_, ms, areLong, left) => {
    const slots = [...ms.map((each) => busy("anna", each)), empty];
    expect(areAllBusyLong(slots)).toBe(areLong);
    expect(msUntilAllBusyLong(slots)).toBe(left);
  });

  test("do not count while one of them is free, and need no waiting when the last works too", () => {
    expect(areAllBusyLong([busy("anna", 9_000), empty, empty])).toBe(false);
    expect(msUntilAllBusyLong([busy("anna", 0), empty, empty])).toBe(0);
    expect(areAllBusyLong([busy("anna", 9_000), busy("ben", 0)])).toBe(true);
    expect(msUntilAllBusyLong([busy("anna", 0), busy("ben", 0)])).toBe(0);
  });
});

test("a slot without work has served nothing", () => {
  expect(emptySlot).toEqual({
    child: null,
    practiceId: "",
    since: 0,
    begun: 0,
    served: 0,
    busy: false,
    idle: undefined,
  });
});
