/**
 * Runs all tests, or the named step: `node scripts/test.ts [--full | --changed | STEP [arguments of Vitest: paths, -t
 * NAME …]]`; steps are in test-steps.ts. The last line is "N passed, N failed"; exits with 1 when anything failed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changedSteps } from "./changed-steps.ts";
import { type Count, countCheck, countVitest, inWords, sum } from "./test-count.ts";
import { testEnvironment } from "./test-environment.ts";
import { root, type Step, slowSteps, steps } from "./test-steps.ts";

const isFull = process.argv[2] === "--full";
const isChanged = process.argv[2] === "--changed";
const [only, ...forVitest] = process.argv.slice(isFull || isChanged ? 3 : 2);
const all = isChanged ? changedSteps() : isFull ? [...steps, ...slowSteps] : steps;
const chosen = only === undefined ? all : [...steps, ...slowSteps].filter((step) => step.name === only);
if (chosen.length === 0) {
  console.error(`There is no step "${only}". The steps are: ${all.map((step) => step.name).join(", ")}.`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

const environment = testEnvironment(process.env);
let running: ChildProcess | undefined;
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true; // waits until the running step has ended, to clean up afterwards
    running?.kill(signal);
  });
}
const lines: string[] = [];
const counts: Count[] = [];
try {
  for (const step of chosen) {
    if (interrupted) break;
    const begun = performance.now();
    console.log(`\n── ${step.name} (within ${step.budgetSeconds} s)`);
    const count = await run(step, forVitest);
    counts.push(count);
    lines.push(
      `${step.name.padEnd(12)} ${seconds(begun)} of ${String(step.budgetSeconds).padStart(4)} s  ${inWords(count)}`,
    );
  }
} finally {
  await environment.remove();
}
if (interrupted) counts.push(countCheck(null));
const total = sum(counts);
console.log(`\n${lines.join("\n")}\n\n${inWords(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function run(step: Step, extra: string[]): Promise<Count> {
  if (step.kind === "check") return countCheck(await exitCode(step.command));
  const report = join(environment.folder, `${step.name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await exitCode([...step.command, ...reporters, ...extra]);
  return countVitest(textOf(report), code);
}

function exitCode([program = "", ...args]: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: environment.env, stdio: "inherit" });
    running = child;
    child.once("error", (error) => {
      console.error(error.message);
      resolve(null);
    });
    child.once("exit", resolve);
  });
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s`;
}
