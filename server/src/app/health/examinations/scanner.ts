import type { Scanner } from "../../../platform/scan/clamd.ts";
import type { Outcome } from "../examine.ts";

/** The virus scanner, where one is set. */
export async function examineScanner(scanner: Pick<Scanner, "check">, address: string): Promise<Outcome> {
  try {
    await scanner.check();
    return { state: "ok", words: `clamd answers at ${address}.` };
  } catch (error) {
    return {
      state: "failed",
      words: error instanceof Error ? error.message : String(error),
      remedy: { words: `Start clamd, or correct CLAMD_ADDRESS (${address}).` },
    };
  }
}
