import { inject } from "vitest";
import { type Installation, runningInstallation } from "./harness.ts";

/** The Sheaf that runs for all journeys: choose a username that no other journey has. */
export function sharedInstallation(): Installation {
  return runningInstallation(inject("sheaf"));
}
