/**
 * `node scripts/testing/mutations/run.ts [--places N] [--seed TEXT] [--thorough]`: changes the product in N random
 * places, one at a time, and reports the changes that no test detects. Six of ten places are in the folders where a
 * fault most easily produces a wrong document.
 *
 * It works in the working tree, which must be clean, and takes hours. Results are stored in
 * node_modules/.cache/mutations, so that the same call continues an interrupted run.
 */
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { isProduct } from "../../code-lines.ts";
import { testEnvironment } from "../../test-environment.ts";
import { root } from "../../test-steps.ts";
import { type Drawn, drawMutations } from "./draw.ts";
import { mutationsOf } from "./operators.ts";

interface Outcome {
  place: string;
  was: string;
  became: string;
  /** The title of the first test that failed; null when none failed. */
  detectedBy: string | null;
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const { values } = parseArgs({
  options: { places: { type: "string" }, seed: { type: "string" }, thorough: { type: "boolean", default: false } },
});
const places = Number(values.places ?? 100);
const seed = values.seed ?? git("rev-parse", "HEAD");
const documents = ["engine/src/pdf", "engine/src/image", "engine/src/sheet", "engine/src/office"];
/**
 * A test run that takes longer counts as hanging, which detects the mutation too: longer than all tests of its
 * kind take on this machine, with room for its noise, once that is known.
 */
const maxRunMs = { unit: 20 * 60_000, integration: 20 * 60_000 };

if (git("status", "--porcelain") !== "") {
  console.error("The working tree has changes. Commit them first, because mutations are written to the files.");
  process.exit(1);
}

const cache = join(root, "node_modules/.cache/mutations");
mkdirSync(cache, { recursive: true });
const log = join(cache, `${seed.replaceAll(/\W/g, "-")}.jsonl`);
const outcomes = (existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []).map(
  (line): Outcome => JSON.parse(line),
);

const environment = testEnvironment(process.env);
try {
  const alreadyFailing = await failsUnchanged();
  if (alreadyFailing !== null) throw new Error(`Without any change this test fails already: ${alreadyFailing}`);
  const drawn = draw();
  for (const [index, one] of drawn.entries()) {
    const place = `${one.path}:${one.mutation.line}`;
    if (outcomes.some((outcome) => outcome.place === place)) continue;
    const outcome = await tryOut(place, one);
    outcomes.push(outcome);
    appendFileSync(log, `${JSON.stringify(outcome)}\n`);
    console.log(`${index + 1}/${drawn.length} ${inWords(outcome)}`);
  }
} finally {
  await environment.remove();
}
const missed = outcomes.filter(({ detectedBy }) => detectedBy === null);
console.log(`\n${outcomes.length - missed.length} of ${outcomes.length} were detected (seed ${seed}). Not detected:`);
for (const outcome of missed) console.log(inWords(outcome));

function draw(): Drawn[] {
  const files = globSync("{contracts,engine,server}/src/**/*.ts", { cwd: root })
    .filter(isProduct)
    .sort()
    .map((path) => ({ path, mutations: mutationsOf(path, readFileSync(join(root, path), "utf8")) }));
  const isDocument = ({ path }: { path: string }) => documents.some((folder) => path.startsWith(`${folder}/`));
  const most = Math.ceil(places * 0.6);
  return [
    ...drawMutations(files.filter(isDocument), most, seed),
    ...drawMutations(
      files.filter((file) => !isDocument(file)),
      places - most,
      seed,
    ),
  ];
}

/** Returns the title of a test that fails on the product as it is, for example because a program is not installed. */
async function failsUnchanged(): Promise<string | null> {
  for (const [kind, paths] of [
    ["unit", []],
    ["integration", conversions()],
  ] as const) {
    const began = performance.now();
    const failed = await firstFailure(["run", "--project", kind, ...paths]);
    if (failed !== null) return failed;
    maxRunMs[kind] = 1.5 * (performance.now() - began);
  }
  return null;
}

async function tryOut(place: string, { path, mutation }: Drawn): Promise<Outcome> {
  const file = join(root, path);
  const text = readFileSync(file, "utf8");
  const { start, end, replacement } = mutation;
  const restore = () => writeFileSync(file, text);
  const leave = () => {
    restore();
    process.exit(1);
  };
  process.once("SIGINT", leave).once("SIGTERM", leave);
  writeFileSync(file, text.slice(0, start) + replacement + text.slice(end));
  try {
    let detectedBy: string | null = null;
    for (const run of runsFor(path)) detectedBy ??= await firstFailure(run);
    return { place, was: text.slice(start, end), became: replacement, detectedBy };
  } finally {
    restore();
    process.removeListener("SIGINT", leave).removeListener("SIGTERM", leave);
  }
}

/**
 * Returns the test runs for a changed file, the quickest first: the unit tests that import it, those that import it
 * through other modules, the tests beside it, and those that convert documents: a sandboxed process loads the engine
 * itself, so no import leads from its tests to the engine. With --thorough the server's integration tests that import
 * the file run as well, which takes minutes for each place.
 */
function runsFor(path: string): string[][] {
  const related = (project: string) => ["related", path, "--run", "--project", project];
  const inFolder = (folder: string) => ["run", "--project", "integration", folder];
  const importing = unitTestsImporting(path);
  const direct = importing.length > 0 ? [["run", "--project", "unit", ...importing]] : [];
  if (path.startsWith("engine/")) {
    // No import leads to a program that a process of its own runs.
    const beside = ["run", "--project", "unit", dirname(path)];
    const converting = ["run", "--project", "integration", ...conversions()];
    return [...direct, related("unit"), beside, inFolder(dirname(path)), converting];
  }
  const [folder] = /^server\/src\/(domain|app|platform)\/[^/]+/.exec(path) ?? [];
  return [
    ...direct,
    related("unit"),
    related("web"),
    ...(folder ? [inFolder(folder)] : []),
    ...(values.thorough || !folder ? [related("integration")] : []),
  ];
}

/** Returns the unit tests that import a file of this name: nearly always this file, and few enough to run first. */
function unitTestsImporting(path: string): string[] {
  return globSync("{contracts,engine,papers,server}/**/*.test.ts", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  }).filter(
    (test) =>
      !/\.(integration|slow|fuzz)\.test\.ts$/.test(test) &&
      readFileSync(join(root, test), "utf8").includes(`/${basename(path)}"`),
  );
}

/** Returns the tests that convert documents. Those of the sandbox's protections do not, and take longest. */
function conversions(): string[] {
  return globSync("engine/src/**/*.integration.test.ts", { cwd: root, exclude: ["engine/src/sandbox/**"] });
}

/**
 * Runs tests until one fails.
 * @returns its title; null when no test failed or there are no tests
 */
async function firstFailure(args: string[]): Promise<string | null> {
  const report = join(environment.folder, "report.json");
  writeFileSync(report, "{}");
  const given = [join(root, "node_modules/vitest/vitest.mjs"), ...args, "--bail=1", "--passWithNoTests"];
  const child = spawn(process.execPath, [...given, "--reporter=json", `--outputFile.json=${report}`], {
    cwd: root,
    env: environment.env,
    stdio: "ignore",
    detached: true,
  });
  const killGroup = () => child.pid && process.kill(-child.pid, "SIGKILL");
  const timer = setTimeout(killGroup, args.includes("integration") ? maxRunMs.integration : maxRunMs.unit);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearTimeout(timer);
  if (code === 0) return null;
  const { testResults = [] } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults?: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === "failed");
  return failed?.fullName ?? testResults.find(({ message }) => message)?.message ?? "the run itself, which broke off";
}

function inWords({ place, was, became, detectedBy }: Outcome): string {
  return `${place}: “${was}” as “${became}”: ${detectedBy === null ? "NOT NOTICED" : `noticed by “${detectedBy}”`}`;
}
