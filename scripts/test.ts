/**
 * Runs all tests, or the named step: `node scripts/test.ts [--full | --changed | STEP [arguments of Vitest: paths, -t
 * NAME …]]`; steps are in test-steps.ts. The last line is "N passed, N failed"; exits with 1 when anything failed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changedSteps } from "./changed-steps.ts";
import { type Count, countCheck, countVitest, failedTests, inWords, sum } from "./test-count.ts";
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

const isCheck = ({ kind }: Step) => kind === "check";
const environment = testEnvironment(process.env);
const running = new Set<ChildProcess>();
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true; // waits until the running steps have ended, to clean up afterwards
    for (const child of running) child.kill(signal);
  });
}
const lines: string[] = [];
const failures: string[] = [];
const counts: Count[] = [];
try {
  // Checks use one processor each, and nothing that another one writes: they run at the same time.
  await Promise.all(chosen.filter(isCheck).map(runStep));
  for (const step of chosen) if (!isCheck(step) && !interrupted) await runStep(step);
} finally {
  await environment.remove();
}
if (interrupted) counts.push(countCheck(null));
const total = sum(counts);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
console.log(`\n${lines.join("\n")}\n\n${inWords(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function runStep(step: Step): Promise<void> {
  const begun = performance.now();
  const title = `\n── ${step.name} (within ${step.budgetSeconds} s)`;
  const count = isCheck(step) ? countCheck(await check(step, title)) : await vitest(step, title);
  counts.push(count);
  lines.push(
    `${step.name.padEnd(12)} ${seconds(begun)} of ${String(step.budgetSeconds).padStart(4)} s  ${inWords(count)}`,
  );
}

/** Prints what a check wrote when it has ended, so that checks at the same time do not mix their words. */
async function check({ command }: Step, title: string): Promise<number | null> {
  const child = start(command, "pipe");
  const parts: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) output?.on("data", (part: Buffer) => parts.push(part));
  const code = await exitCode(child);
  console.log(title);
  process.stdout.write(Buffer.concat(parts));
  return code;
}

async function vitest(step: Step, title: string): Promise<Count> {
  console.log(title);
  const report = join(environment.folder, `${step.name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await exitCode(start([...step.command, ...reporters, ...forVitest], "inherit"));
  const json = textOf(report);
  failures.push(...failedTests(json, root));
  return countVitest(json, code);
}

function start([program = "", ...args]: string[], output: "pipe" | "inherit"): ChildProcess {
  const stdio = ["inherit", output, output] as const;
  const child = spawn(program, args, { cwd: root, env: environment.env, stdio: [...stdio] });
  running.add(child);
  return child;
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    const end = (code: number | null) => {
      running.delete(child);
      resolve(code);
    };
    child.once("error", (error) => {
      console.error(error.message);
      end(null);
    });
    child.once("close", end);
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
