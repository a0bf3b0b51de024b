import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { readVersionFacts, type VersionFacts } from "../examinations/versions.ts";

const root = resolve(import.meta.dirname, "../../../../..");

/**
 * As `readVersionFacts`, and also checks whether the web app was built from the current sources, as `./sheaf` does
 * before a start.
 */
export async function readInstalledVersions(): Promise<VersionFacts> {
  const facts = readVersionFacts();
  if (facts.web === "missing") return facts;
  const script = 'root=$1; . "$root/scripts/set-up/web.sh"; web_fits';
  const fits = await promisify(execFile)("sh", ["-c", script, "sh", root]).then(
    () => true,
    () => false,
  );
  return { ...facts, web: fits ? "built" : "old" };
}
