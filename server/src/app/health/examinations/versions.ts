import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { version } from "../../../platform/process/version.ts";
import { builtPages } from "../../pages/web-app.ts";
import { failed, type Outcome, ok } from "../outcome.ts";
import { reinstallCommand } from "../reinstall-command.ts";

const root = resolve(import.meta.dirname, "../../../../..");
/** The oldest major version of Node that Sheaf runs on. */
const oldestNode = 24;
/**
 * Folders of Sheaf's own packages whose dependencies a process needs. The web app is missing here, because it is built.
 */
const packageFolders = ["contracts", "engine", "server"];

export interface VersionFacts {
  node: string;
  /** Whether the installed npm packages match package-lock.json. */
  hasPackages: boolean;
  /** Direct dependencies that are not installed. */
  missingPackages: string[];
  /** "old": built from other sources than those in this folder. */
  web: "built" | "old" | "missing";
}

/**
 * Reads what is installed in the folder that Sheaf runs from. Checking whether the web app is old takes longer, so only
 * `./sheaf doctor` does it.
 */
export function readVersionFacts(folder = root, pages = builtPages): VersionFacts {
  return {
    node: process.versions.node,
    hasPackages: isSame(join(folder, "package-lock.json"), join(folder, "node_modules/.sheaf-lock")),
    missingPackages: [...new Set(packageFolders.flatMap((name) => missingIn(folder, name)))],
    web: existsSync(join(pages, "index.html")) ? "built" : "missing",
  };
}

export function judgeVersions({ node, hasPackages, missingPackages, web }: VersionFacts): Outcome {
  const words = `Sheaf ${version} on Node ${node}`;
  if (Number.parseInt(node, 10) < oldestNode) {
    return failed(`Sheaf needs Node ${oldestNode} or newer, and this is ${node}.`, {
      words: "Install the right version with npm.",
      command: "./sheaf set-up packages",
    });
  }
  if (!hasPackages) {
    return failed(`${words}: the npm packages belong to another version.`, {
      words: "Install them, then start Sheaf again.",
      command: "./sheaf set-up packages",
    });
  }
  if (missingPackages.length > 0) {
    return failed(`${words}: these npm packages are missing: ${missingPackages.join(", ")}.`, {
      words: "Install all packages again, then restart Sheaf.",
      command: reinstallCommand,
    });
  }
  if (web === "built") return ok(`${words}, with its npm packages and the web app.`);
  return {
    state: web === "missing" ? "failed" : "warning",
    words: `${words}: the web app ${web === "missing" ? "has not been built" : "was built from another version"}.`,
    remedy: { words: "Build it. The next start does so, too.", command: "./sheaf build" },
  };
}

/** Returns the missing dependencies of one of Sheaf's packages, without optional and development dependencies. */
function missingIn(folder: string, name: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  const isThere = (one: string) =>
    [join(folder, name), folder].some((place) => existsSync(join(place, "node_modules", one, "package.json")));
  return Object.keys(dependencies).filter((one) => !isThere(one));
}

function isSame(one: string, other: string): boolean {
  try {
    return readFileSync(one).equals(readFileSync(other));
  } catch {
    return false;
  }
}
