import { type Outcome, ok, warning } from "../outcome.ts";

/** Leases and links to files bear less. */
const mostApartMs = 5_000;

/**
 * This machine's clock beside the database's.
 * @param databaseMs asks the database for its time, in milliseconds since 1970
 * @param machineMs this machine's own
 */
export async function examineClock(databaseMs: () => Promise<number>, machineMs = Date.now): Promise<Outcome> {
  const before = machineMs();
  const there = await databaseMs();
  const here = (before + machineMs()) / 2;
  const apartMs = Math.abs(here - there);
  if (apartMs <= mostApartMs) return ok("This machine and the database agree on the time.");
  const seconds = Math.round(apartMs / 1000).toLocaleString("en-GB");
  return warning(`This machine's clock is ${seconds} seconds ${here > there ? "ahead of" : "behind"} the database's.`, {
    words: "Keep the clocks of all machines by a time server.",
    command: "timedatectl set-ntp true",
  });
}
