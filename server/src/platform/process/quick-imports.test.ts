import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { asSheafRuns } from "../../../testing/as-sheaf-runs.ts";

const run = promisify(execFile);

/** A program that imports two entry points of Drizzle, one of them twice, and uses internal files through them. */
const program = `
  const [first, again] = await Promise.all([import("drizzle-orm"), import("drizzle-orm")]);
  const { pgTable, text } = await import("drizzle-orm/pg-core");
  const { eq, sql } = first;
  const made = pgTable("customers", { name: text() });
  console.log(JSON.stringify({ same: first === again, names: Object.keys(first).length, one: typeof eq(made.name, sql.raw("1")) }));
`;
const outputOf = async (options: string[]) =>
  (await run(process.execPath, [...options, "--input-type=module", "--eval", program], { cwd: import.meta.dirname }))
    .stdout;

test("imports resolve to the same modules of Drizzle as with Node's own resolution", async () => {
  const quick = await outputOf(asSheafRuns);
  expect(JSON.parse(quick)).toMatchObject({ same: true, one: "object" });
  expect(quick).toBe(await outputOf([]));
});
