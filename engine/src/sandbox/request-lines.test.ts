import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** Prints each line that it reads as JSON, and exits at the end of its input. */
const program = `
  const { requestLines } = await import("${import.meta.dirname}/request-lines.ts");
  for await (const line of requestLines(0)) console.log(JSON.stringify(line));
`;

test("lines are separated whatever pieces they arrive in, and the program exits at the end of its input", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const saidLines = () => said.split("\n").filter((line) => line !== "");
  const long = `{"title":"${"é".repeat(200_000)}"}`;

  // in the middle of a UTF-8 character
  const [begin, end] = [Buffer.from(`${long}\n`).subarray(0, 100_001), Buffer.from(`${long}\n`).subarray(100_001)];
  child.stdin.write(begin);
  child.stdin.write(end);
  await expect.poll(saidLines).toEqual([JSON.stringify(long)]);
  child.stdin.end("two\nthree\n");
  await once(child, "close");

  expect(saidLines().slice(1)).toEqual(['"two"', '"three"']);
  expect(child.exitCode).toBe(0);
});
