import type { TestProject } from "vitest/node";
import { startInstallation } from "./harness.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the Sheaf that all journeys share which need no other variables of their own. */
    sheaf: { url: string; dataDir: string };
  }
}

/** One Sheaf for a whole run of the journeys: each brings its own practice, as people do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sheaf = await startInstallation();
  project.provide("sheaf", { url: sheaf.url, dataDir: sheaf.dataDir });
  return sheaf.close;
}
