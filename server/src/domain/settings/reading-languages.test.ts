import { expect, test } from "vitest";
import { listReadingLanguages } from "./reading-languages.ts";

/** Returns the languages that workers with these data can all read. */
async function languages(...workers: string[][]) {
  const rows = workers.map((readingLanguages) => ({ readingLanguages }));
  const query = { from: () => query, where: () => query, orderBy: async () => rows };
  return listReadingLanguages({ select: () => query } as never);
}

test("languages have names and are in the order of these", async () => {
  expect(await languages(["pol", "deu", "chi_sim"])).toEqual([
    { code: "chi_sim", name: "Chinese (sim)" },
    { code: "deu", name: "German" },
    { code: "pol", name: "Polish" },
  ]);
});

test("English and data for other purposes are no choice", async () => {
  expect(await languages(["eng", "osd", "equ", "snum"])).toEqual([]);
});

test("only what every worker can read is a choice", async () => {
  const codes = async (...workers: string[][]) => (await languages(...workers)).map(({ code }) => code);
  expect(await codes(["deu", "pol"], ["pol"], ["deu", "pol"])).toEqual(["pol"]);
  expect(await codes(["deu"], [])).toEqual([]);
  expect(await codes()).toEqual([]);
});

test("data without the name of a language keep their own", async () => {
  expect(await languages(["mine", "deu_latf_x"])).toEqual([
    { code: "deu_latf_x", name: "German (latf x)" },
    { code: "mine", name: "mine" },
  ]);
});
