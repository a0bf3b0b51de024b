import { type Outcome, ok, warning } from "../outcome.ts";

/** Leases and signed links to files stop working with larger differences. */
const maxDifferenceMs = 5_000;

/**
 * Compares this machine's clock with the database's.
 * @param databaseMs returns the database's time in milliseconds since 1970
 * @param machineMs returns this machine's time
 */
export async function examineClock(databaseMs: () => Promise<number>, machineMs = Date.now): Promise<Outcome> {
  const before = machineMs();
  const there = await databaseMs();
  const here = (before + machineMs()) / 2;
  const differenceMs = Math.abs(here - there);
  if (differenceMs <= maxDifferenceMs) return ok("The clocks of this machine and of the database agree.");
  const seconds = Math.round(differenceMs / 1000).toLocaleString("en-GB");
  return warning(`This machine's clock is ${seconds} seconds ${here > there ? "ahead of" : "behind"} the database's.`, {
    words: "Synchronise the clocks of all machines with a time server.",
    command: "timedatectl set-ntp true",
  });
}
