import { inject } from "vitest";
import { type Installation, runningInstallation } from "./harness.ts";

/** Returns the Sheaf that runs for all journeys: choose a username that no other journey uses. */
export function sharedInstallation(): Installation {
  return runningInstallation(inject("sheaf"));
}
