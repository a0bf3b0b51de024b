import { existsSync } from "node:fs";
import { join } from "node:path";

/** Returns the path of the file with the password of the demonstration's user or administrator. */
export const passwordFile = (dataDir: string, who: "demo" | "demo-admin"): string => join(dataDir, `${who}-password`);

/** Returns whether a data folder belongs to a demonstration: it then contains the password of its user. */
export const holdsDemo = (dataDir: string): boolean => existsSync(passwordFile(dataDir, "demo"));
