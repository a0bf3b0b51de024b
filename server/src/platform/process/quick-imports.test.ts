import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { asSheafRuns } from "../../../testing/as-sheaf-runs.ts";

const run = promisify(execFile);

/**
 * A program that imports two entry points of Drizzle, one of them twice, and uses internal files through them; and one
 * of our own modules by three names.
 */
const program = `
  const [first, again] = await Promise.all([import("drizzle-orm"), import("drizzle-orm")]);
  const { pgTable, text } = await import("drizzle-orm/pg-core");
  const { eq, sql } = first;
  const made = pgTable("customers", { name: text() });
  const names = ["@sheaf/contracts/words.ts", "../../../../contracts/src/words.ts", "./../../../../contracts/src/words.ts"];
  const words = new Set(await Promise.all(names.map((name) => import(name))));
  const { z } = await import("zod");
  const parsed = z.object({ pence: z.number() }).parse({ pence: 1 });
  console.log(JSON.stringify({ modules: words.size, parsed, same: first === again, names: Object.keys(first).length, one: typeof eq(made.name, sql.raw("1")) }));
`;
const outputOf = async (options: string[]) =>
  (await run(process.execPath, [...options, "--input-type=module", "--eval", program], { cwd: import.meta.dirname }))
    .stdout;

test("imports resolve to the same modules as with Node's own resolution", async () => {
  const quick = await outputOf(asSheafRuns);
  expect(JSON.parse(quick)).toMatchObject({ modules: 1, parsed: { pence: 1 }, same: true, one: "object" });
  expect(quick).toBe(await outputOf([]));
});
