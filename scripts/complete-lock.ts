/**
 * Adds to package-lock.json the programs for other systems that `npm install` omitted because its registry does not
 * have them. Without these entries `npm ci` refuses the lock file ("Missing: … from lock file"), and a Mac would get no
 * binary. Run it after every `npm install`: node scripts/complete-lock.ts
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LockFile, missingOptionals } from "./lock-file.ts";

const path = join(import.meta.dirname, "..", "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8")) as LockFile;

const missing = missingOptionals(lock);
for (const { name, entry } of missing) {
  const integrity = publishedIntegrity(name, entry.version);
  if (!integrity) {
    throw new Error(
      `This registry does not have ${name}@${entry.version}. Choose a version that is available for all systems.`,
    );
  }
  lock.packages[`node_modules/${name}`] = { ...entry, integrity };
  console.log(`added ${name}@${entry.version}`);
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(missing.length === 0 ? "package-lock.json was complete." : `${missing.length} added to package-lock.json.`);

function publishedIntegrity(name: string, version: string): string | null {
  try {
    const answer = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    return answer.toString().trim() || null;
  } catch {
    return null;
  }
}
