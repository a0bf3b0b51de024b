import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { examineAll, worstOf } from "./examine.ts";

const options = { log: pino({ level: "silent" }), withoutSecrets: (text: string) => text.replaceAll("a-word", "…") };
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

test("a part that throws or times out does not affect the others, and a timeout of local work is unknown", async () => {
  const broken = () => {
    throw new Error("EACCES a-word");
  };
  const away = () => {
    throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  };
  const examinations = await examineAll(
    [
      { name: "fine", label: "Fine", examine: () => ({ state: "ok", words: "Fine." }) },
      { name: "broken", label: "Broken", examine: broken },
      { name: "away", label: "Away", examine: away },
      { name: "late", label: "Late", examine: never },
      { name: "busy", label: "Busy", isWork: true, examine: never },
    ],
    { ...options, withinMs: 10 },
  );
  expect(examinations.map(({ name, state }) => [name, state])).toEqual([
    ["fine", "ok"],
    ["broken", "unknown"],
    ["away", "unknown"],
    ["late", "failed"],
    ["busy", "unknown"],
  ]);
  expect(examinations[1]?.words).toBe("This could not be examined (EACCES …).");
});

test("secrets are removed from results and remedies", async () => {
  const examine = () => ({ state: "failed", words: "a-word", remedy: { words: "not a-word", command: "ls" } }) as const;
  const [examination] = await examineAll([{ name: "one", label: "One", examine }], options);
  expect(examination).toMatchObject({ words: "…", remedy: { words: "not …", command: "ls" } });
});

test("worstOf returns the worst outcome, with the texts of all outcomes in that state", () => {
  const ok = { state: "ok", words: "Fine." } as const;
  const bad = (words: string) => ({ state: "warning", words }) as const;
  expect(worstOf([ok, bad("One."), bad("Two."), bad("One.")])).toEqual({ state: "warning", words: "One. Two." });
});

test("a part has three seconds to answer unless another limit is given, and its failure names the limit", async () => {
  vi.useFakeTimers();
  let ended = false;
  const examining = examineAll([{ name: "late", label: "Late", examine: never }], options).then((examinations) => {
    ended = true;
    return examinations;
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await examining).toMatchObject([{ state: "failed", words: "There was no answer within 3 seconds." }]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a part that has answered leaves no timer behind", async () => {
  vi.useFakeTimers();
  await examineAll([{ name: "fine", label: "Fine", examine: () => ({ state: "ok", words: "Fine." }) }], options);
  expect(vi.getTimerCount()).toBe(0);
});

test("of a wrapped error the reason is shown, and of other things what they say", async () => {
  const failing = (thrown: unknown) => ({
    name: "one",
    label: "One",
    examine: () => Promise.reject(thrown),
  });
  const examinations = await examineAll(
    [failing(new Error("query", { cause: new Error("no table") })), failing("gone"), failing(new Error("plain"))],
    options,
  );
  expect(examinations.map(({ words }) => words)).toEqual([
    "This could not be examined (no table).",
    "This could not be examined (gone).",
    "This could not be examined (plain).",
  ]);
  expect(examinations.every((examination) => !("remedy" in examination))).toBe(true);
});

test("a failure is worse than a warning, a warning than what is unknown, and that than what is ok", () => {
  const one = (state: "ok" | "unknown" | "warning" | "failed") => ({ state, words: state });
  expect(worstOf([one("ok"), one("unknown")]).state).toBe("unknown");
  expect(worstOf([one("unknown"), one("ok")]).state).toBe("unknown");
  expect(worstOf([one("warning"), one("unknown")]).state).toBe("warning");
  expect(worstOf([one("warning"), one("failed"), one("ok")]).state).toBe("failed");
  expect(
    worstOf([
      { ...one("ok"), words: "First." },
      { ...one("ok"), words: "Second." },
    ]).words,
  ).toBe("First. Second.");
});
