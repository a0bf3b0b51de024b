import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { makeDataFolder } from "../process/folder-modes.ts";
import { StartError } from "../process/start-error.ts";

/**
 * Returns the key that encrypts secrets which must be decrypted later (file passwords, authenticator secrets): from
 * SHEAF_KEY, otherwise from `secret.key` in the data folder, created on first use and readable only by its owner.
 * @throws StartError when the file exists but does not contain 64 hex digits
 */
export async function secretKey(config: Pick<Config, "keyHex" | "dataDir">): Promise<Buffer> {
  if (config.keyHex) return Buffer.from(config.keyHex, "hex");
  const path = join(config.dataDir, "secret.key");
  const text = (await readKey(path)) ?? (await makeKey(config.dataDir, path));
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new StartError(
      `${path} must contain 64 hex digits. Restore it from a backup, or delete it and lose everything encrypted with it.`,
    );
  }
  return Buffer.from(text, "hex");
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Creates the key file. When two processes start at the same time, `link` lets exactly one of them succeed, with a
 * complete file.
 */
async function makeKey(dataDir: string, path: string): Promise<string> {
  makeDataFolder(dataDir);
  const key = randomBytes(32).toString("hex");
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(temporary, `${key}\n`, { mode: 0o600, flush: true });
  try {
    await link(temporary, path);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return (await readFile(path, "utf8")).trim();
  } finally {
    await rm(temporary, { force: true });
  }
}
