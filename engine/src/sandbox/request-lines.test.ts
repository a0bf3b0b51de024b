import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** Says back what it is asked, as JSON, and ends when nobody can ask any more. */
const program = `
  const { requestLines } = await import("${import.meta.dirname}/request-lines.ts");
  for await (const line of requestLines(0)) console.log(JSON.stringify(line));
`;

test("requests are told apart however they arrive, and the program ends with them", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const saidLines = () => said.split("\n").filter((line) => line !== "");
  const long = `{"title":"${"é".repeat(200_000)}"}`;

  // within a letter
  const [begin, end] = [Buffer.from(`${long}\n`).subarray(0, 100_001), Buffer.from(`${long}\n`).subarray(100_001)];
  child.stdin.write(begin);
  child.stdin.write(end);
  await expect.poll(saidLines).toEqual([JSON.stringify(long)]);
  child.stdin.end("two\nthree\n");
  await once(child, "close");

  expect(saidLines().slice(1)).toEqual(['"two"', '"three"']);
  expect(child.exitCode).toBe(0);
});
