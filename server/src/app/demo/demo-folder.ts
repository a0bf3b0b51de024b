import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../platform/process/start-error.ts";

/** Returns the path of the file with the password of the demonstration's user or administrator. */
export const passwordFile = (dataDir: string, who: "demo" | "demo-admin"): string => join(dataDir, `${who}-password`);

/** Returns whether a data folder belongs to a demonstration: it then contains the password of its user. */
export const holdsDemo = (dataDir: string): boolean => existsSync(passwordFile(dataDir, "demo"));

/**
 * Refuses a data folder that mixes invented and real data. For a demonstration, also creates the missing password
 * files.
 * @throws StartError when the folder belongs to the other kind of installation
 */
export function requireSeparateDemoFolder(dataDir: string, demo: boolean): void {
  const used = readdirSync(dataDir).some((name) => name.startsWith("postgres-") || name === "secret.key");
  if (demo && used && !holdsDemo(dataDir)) {
    throw new StartError(
      `${dataDir} contains a real installation. Choose another folder for the demonstration with SHEAF_DATA.`,
    );
  }
  if (!demo && holdsDemo(dataDir)) {
    throw new StartError(
      `${dataDir} contains a demonstration. Start it with --demo, or choose another folder with SHEAF_DATA.`,
    );
  }
  if (!demo) return;
  for (const who of ["demo", "demo-admin"] as const) {
    const file = passwordFile(dataDir, who);
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(9).toString("base64url")}\n`, { mode: 0o600, flush: true });
  }
}
