/**
 * `node scripts/testing/mutations/run.ts [--places N] [--seed TEXT] [--thorough]`: changes the product in N random
 * places, one at a time, and reports the changes that no test detects. Six of ten places are in the folders where a
 * fault most easily produces a wrong document.
 *
 * It works in the working tree, which must be clean, and takes hours. Results are stored in
 * node_modules/.cache/mutations, so that the same call continues an interrupted run, and with --thorough tries what was
 * not detected once more.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
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
  /** With --thorough: all integration tests ran that import the file, directly or not. */
  isThorough: boolean;
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
const outcomes = new Map<string, Outcome>();
for (const line of existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []) {
  const outcome: Outcome = JSON.parse(line);
  outcomes.set(outcome.place, outcome);
}

const environment = testEnvironment(process.env);
try {
  const alreadyFailing = await failsUnchanged();
  if (alreadyFailing !== null) throw new Error(`Without any change this test fails already: ${alreadyFailing}`);
  const drawn = draw();
  for (const [index, one] of drawn.entries()) {
    const place = `${one.path}:${one.mutation.line}`;
    const before = outcomes.get(place);
    const isWorthRepeating = before?.detectedBy === null && values.thorough && !before.isThorough;
    if (before && !isWorthRepeating) continue;
    const outcome = await tryOut(place, one);
    outcomes.set(place, outcome);
    appendFileSync(log, `${JSON.stringify(outcome)}\n`);
    console.log(`${index + 1}/${drawn.length} ${inWords(outcome)}`);
  }
} finally {
  await environment.remove();
}
const missed = [...outcomes.values()].filter(({ detectedBy }) => detectedBy === null);
console.log(`\n${outcomes.size - missed.length} of ${outcomes.size} were detected (seed ${seed}). Not detected:`);
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
    return { place, was: text.slice(start, end), became: replacement, detectedBy, isThorough: values.thorough };
  } finally {
    restore();
    process.removeListener("SIGINT", leave).removeListener("SIGTERM", leave);
  }
}

/**
 * Returns the test runs for a changed file, the quickest first: the unit tests that import it, those that import it
 * through other modules, the tests beside it, and those that convert documents: a sandboxed process loads the engine
 * itself, so no import leads from its tests to the engine. For the server the integration tests of its folder and those
 * that import the file run, and with --thorough also those that import it through other modules, which takes minutes
 * for each place.
 */
function runsFor(path: string): string[][] {
  const related = (project: string) => ["related", path, "--run", "--project", project];
  const run = (project: string, paths: string[]) => (paths.length > 0 ? [["run", "--project", project, ...paths]] : []);
  const direct = testsImporting(path);
  const isIntegration = (test: string) => test.endsWith(".integration.test.ts");
  const unit = run(
    "unit",
    direct.filter((test) => !isIntegration(test)),
  );
  if (path.startsWith("engine/")) {
    // No import leads to a program that a process of its own runs.
    const beside = [dirname(path)];
    const converting = run("integration", conversions());
    return [...unit, related("unit"), ...run("unit", beside), ...run("integration", beside), ...converting];
  }
  // The tests of a program in `server/src/app` start it, so that no import leads to it: they have its name.
  const [folder] = /^server\/src\/(domain|app|platform)\/[^/]+(?=\/)/.exec(path) ?? [];
  const beside = folder ?? path.replace(/\.ts$/, "");
  return [
    ...unit,
    related("unit"),
    related("web"),
    ...run("integration", [beside, ...direct.filter(isIntegration)]),
    ...(values.thorough ? [related("integration")] : []),
  ];
}

/** Returns the unit and integration tests that import the file directly. */
function testsImporting(path: string): string[] {
  return globSync("{contracts,engine,papers,server}/**/*.test.ts", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  }).filter((test) => {
    if (/\.(slow|fuzz)\.test\.ts$/.test(test)) return false;
    const imports = readFileSync(join(root, test), "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g);
    return [...imports].some(([, imported = ""]) => moduleOf(imported, test) === path);
  });
}

/** Returns the file that a test imports, as a path from the root: `@sheaf/server/app/x.ts` is `server/src/app/x.ts`. */
function moduleOf(imported: string, test: string): string {
  return imported.startsWith(".") ? join(dirname(test), imported) : imported.replace(/^@sheaf\/([^/]+)\//, "$1/src/");
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
  const errorsPath = join(environment.folder, "errors.txt");
  const errors = openSync(errorsPath, "w");
  const given = [join(root, "node_modules/vitest/vitest.mjs"), ...args, "--bail=1", "--passWithNoTests"];
  const child = spawn(process.execPath, [...given, "--reporter=json", `--outputFile.json=${report}`], {
    cwd: root,
    env: environment.env,
    stdio: ["ignore", "ignore", errors],
    detached: true,
  });
  closeSync(errors);
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
  const words = failed?.fullName ?? testResults.find(({ message }) => message)?.message;
  return words ?? `the run itself, which broke off: ${readFileSync(errorsPath, "utf8").slice(0, 2_000)}`;
}

function inWords({ place, was, became, detectedBy }: Outcome): string {
  return `${place}: “${was}” as “${became}”: ${detectedBy === null ? "NOT NOTICED" : `noticed by “${detectedBy}”`}`;
}
