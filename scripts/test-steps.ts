import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const nodeModules = join(root, "node_modules");

export interface Step {
  name: string;
  /** Program and arguments, run in the project's folder. */
  command: string[];
  /** Vitest reports how many tests ran; every other step counts as one. */
  kind: "check" | "vitest";
}

const check = (name: string, ...command: string[]): Step => ({ name, command, kind: "check" });
const vitest = (name: string): Step => ({
  name,
  command: [process.execPath, join(nodeModules, "vitest/vitest.mjs"), "run", "--project", name],
  kind: "vitest",
});

/** In this order, what fails soonest first. */
export const steps: readonly Step[] = [
  check("types", process.execPath, join(nodeModules, "typescript/bin/tsc"), "-p", root),
  check("web-types", process.execPath, join(nodeModules, "typescript/bin/tsc"), "-p", join(root, "web")),
  check("lint", process.execPath, join(nodeModules, "@biomejs/biome/bin/biome"), "check", root),
  check("build", join(root, "sheaf"), "build"),
  vitest("unit"),
  vitest("integration"),
  vitest("web"),
  vitest("journeys"),
];
