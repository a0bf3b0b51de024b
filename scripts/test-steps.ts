import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const nodeModules = join(root, "node_modules");

export interface Step {
  name: string;
  /** Program and arguments, run in the project's folder. */
  command: string[];
  /** Vitest reports how many tests ran; every other step counts as one. */
  kind: "check" | "vitest";
  /** Expected maximum time on two cores; printed next to the time taken. */
  budgetSeconds: number;
}

const check = (name: string, budgetSeconds: number, ...command: string[]): Step => ({
  name,
  command,
  kind: "check",
  budgetSeconds,
});
/**
 * Makes a step that runs Vitest.
 * @param args arguments of Vitest
 */
export const vitestRun = (name: string, budgetSeconds: number, args: string[]): Step => ({
  name,
  command: [process.execPath, join(nodeModules, "vitest/vitest.mjs"), ...args],
  kind: "vitest",
  budgetSeconds,
});
const vitest = (name: string, budgetSeconds: number) => vitestRun(name, budgetSeconds, ["run", "--project", name]);

/**
 * All steps in order, the fastest first; twelve minutes together. The checks run at the same time, and each takes
 * longer than alone.
 */
export const steps: readonly Step[] = [
  check("types", 18, process.execPath, join(nodeModules, "typescript/bin/tsc"), "-p", root),
  check("web-types", 10, process.execPath, join(nodeModules, "typescript/bin/tsc"), "-p", join(root, "web")),
  check("lint", 16, process.execPath, join(nodeModules, "@biomejs/biome/bin/biome"), "check", root),
  check("unused", 12, process.execPath, join(nodeModules, "knip/bin/knip.js"), "--no-progress"),
  check("build", 12, join(root, "sheaf"), "build"),
  vitest("unit", 80),
  vitest("integration", 340),
  vitest("web", 45),
  vitest("journeys", 170),
  vitest("own-practice", 30),
];

/**
 * Additional steps of --full: the second sandbox, fuzzing, the remaining journeys of an own practice, and other slow
 * tests.
 */
export const slowSteps: readonly Step[] = [vitest("slow", 600), vitest("own-practice-rest", 300)];
