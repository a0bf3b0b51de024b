import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where a password of the demonstration lies: its user's, or its administrator's. */
export const passwordFile = (dataDir: string, who: "demo" | "demo-admin"): string => join(dataDir, `${who}-password`);

/** Whether a data folder is the demonstration's: its user's password marks it. */
export const holdsDemo = (dataDir: string): boolean => existsSync(passwordFile(dataDir, "demo"));
