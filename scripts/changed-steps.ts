import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, type Step, steps, vitestRun } from "./test-steps.ts";

/** Tests that read source files as text, so that they cannot be found by imports. */
const structureTests = ["scripts/imports.test.ts", "scripts/public-faces.test.ts"];

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const lines = (text: string) => text.split("\n").filter((line) => line !== "");

/**
 * Returns the files that differ from the branch's starting point on main, committed or not, including new ones, as
 * paths from the root.
 */
function changedFiles(): string[] {
  const base = git("merge-base", "HEAD", "main");
  const changed = lines(git("diff", "--name-only", base));
  const untracked = lines(git("ls-files", "--others", "--exclude-standard"));
  return [...changed, ...untracked].filter((file) => existsSync(join(root, file)));
}

/**
 * Returns the steps of `./sheaf test --changed`: checks, the unit and web tests that import changed files, and the
 * integration tests next to changed files.
 */
export function changedSteps(): Step[] {
  const files = changedFiles();
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const integration = globSync([...new Set(sources.map((file) => `${dirname(file)}/*.integration.test.ts`))], {
    cwd: root,
  });
  const related = vitestRun("changed", 40, ["related", "--run", "--project", "unit", "--project", "web"]);
  related.command.push(...sources, ...structureTests);
  const beside = vitestRun("integration", 60, ["run", "--project", "integration", ...integration]);
  return [
    ...steps.filter(({ kind, name }) => kind === "check" && name !== "build"),
    related,
    ...(integration.length > 0 ? [beside] : []),
  ];
}
