import { totalmem } from "node:os";
import { MB } from "@sheaf/contracts/limits.ts";
import { isSecondReaderInstalled } from "../read/second-reader/models.ts";

/** A machine sold with 4 GB shows a little less. One with less memory needs it for conversions. */
const leastMemoryBytes = 3_700 * MB;

/**
 * Returns whether pages that are hard to read are read a second time. It changes while Sheaf runs, because the second
 * reader is installed after the start.
 */
export const hasSecondReader = (memoryBytes = totalmem(), isInstalled = isSecondReaderInstalled()): boolean =>
  isInstalled && memoryBytes >= leastMemoryBytes;
