import { messageOf } from "@sheaf/contracts/message-of.ts";
import type { Scanner } from "../../../platform/scan/clamd.ts";
import { failed, type Outcome, ok } from "../outcome.ts";

/** Examines the virus scanner, when one is set. */
export async function examineScanner(scanner: Pick<Scanner, "check">, address: string): Promise<Outcome> {
  try {
    await scanner.check();
    return ok(`clamd can be reached at ${address}.`);
  } catch (error) {
    return failed(messageOf(error), {
      words: `Start clamd, or correct CLAMD_ADDRESS (${address}).`,
    });
  }
}
