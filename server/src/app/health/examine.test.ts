import { pino } from "pino";
import { expect, test } from "vitest";
import { examineAll, worstOf } from "./examine.ts";

const options = { log: pino({ level: "silent" }), withoutSecrets: (text: string) => text.replaceAll("a-word", "…") };
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
