import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, type Step, steps, vitestRun } from "./test-steps.ts";

/** They read the tree as text, so that no import leads from a change to them. */
const structureTests = ["scripts/arrows.test.ts", "scripts/public-faces.test.ts"];

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const lines = (text: string) => text.split("\n").filter((line) => line !== "");

/** Files that differ from where this branch left main, committed or not, new ones included: paths from the root. */
function changedFiles(): string[] {
  const base = git("merge-base", "HEAD", "main");
  const changed = lines(git("diff", "--name-only", base));
  const untracked = lines(git("ls-files", "--others", "--exclude-standard"));
  return [...changed, ...untracked].filter((file) => existsSync(join(root, file)));
}

/**
 * `./sheaf test --changed`: checks, unit and web tests that import what changed, integration tests beside what changed.
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
