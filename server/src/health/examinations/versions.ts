import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { builtPages } from "../../http/web-app.ts";
import { version } from "../../process/version.ts";
import type { Outcome } from "../examine.ts";

const root = resolve(import.meta.dirname, "../../../..");
/** Major version. */
const oldestNode = 24;

export interface VersionFacts {
  node: string;
  /** Whether the npm packages are those of this version, all of them. */
  hasPackages: boolean;
  /** "old": built of other sources than those that lie here. */
  web: "built" | "old" | "missing";
}

/** What the folder that Sheaf runs from holds. Whether the web app is old takes a while, and only `./sheaf doctor` looks. */
export function readVersionFacts(folder = root, pages = builtPages): VersionFacts {
  return {
    node: process.versions.node,
    hasPackages: isSame(join(folder, "package-lock.json"), join(folder, "node_modules/.sheaf-lock")),
    web: existsSync(join(pages, "index.html")) ? "built" : "missing",
  };
}

export function judgeVersions({ node, hasPackages, web }: VersionFacts): Outcome {
  const words = `Sheaf ${version} on Node ${node}`;
  if (Number.parseInt(node, 10) < oldestNode) {
    return {
      state: "failed",
      words: `Sheaf runs on Node ${oldestNode} or newer, and this is ${node}.`,
      remedy: { words: "Let npm install the right one.", command: "./sheaf set-up packages" },
    };
  }
  if (!hasPackages) {
    return {
      state: "failed",
      words: `${words}: the npm packages are not those of this version.`,
      remedy: { words: "Install them, then start Sheaf again.", command: "./sheaf set-up packages" },
    };
  }
  if (web === "built") return { state: "ok", words: `${words}, with its npm packages and the web app.` };
  return {
    state: web === "missing" ? "failed" : "warning",
    words: `${words}: the web app ${web === "missing" ? "has not been built" : "was built from other sources"}.`,
    remedy: { words: "Build it. The next start does so, too.", command: "./sheaf build" },
  };
}

function isSame(one: string, other: string): boolean {
  try {
    return readFileSync(one).equals(readFileSync(other));
  } catch {
    return false;
  }
}
