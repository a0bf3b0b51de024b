import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ownerOnly = 0o700;
const passOnly = 0o711;

/**
 * Creates a folder for content or secrets, or restricts an existing one: only its owner can enter it, regardless of the
 * umask.
 * @param path of a folder used only by Sheaf
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: ownerOnly });
  restrictMode(path, ownerOnly);
}

/**
 * Creates a folder that contains other folders. Sandboxes and PostgreSQL may run as other users: they can traverse it
 * but not list it. The mode of an existing folder is only restricted further.
 */
export function makeTraversableFolder(path: string): void {
  if (!createdFolder(path)) restrictMode(path, passOnly);
}

/**
 * Like `makeTraversableFolder`, for a folder that the operator chose: one that existed before may be used by others
 * too, and keeps its mode unless it contains Sheaf's data.
 */
export function makeDataFolder(path: string): void {
  if (!createdFolder(path) && holdsData(path)) restrictMode(path, passOnly);
}

/** @returns false when the folder already existed */
function createdFolder(path: string): boolean {
  if (mkdirSync(path, { recursive: true, mode: passOnly }) === undefined) return false;
  chmodSync(path, passOnly);
  return true;
}

const holdsData = (path: string) =>
  existsSync(join(path, "secret.key")) || readdirSync(path).some((name) => name.startsWith("postgres-"));

/**
 * Changes the mode only of the current user's own folders, because nobody else may; root leaves folders of other users
 * unchanged.
 */
function restrictMode(path: string, maxMode: number): void {
  const { mode, uid } = statSync(path);
  if (uid === process.getuid?.() && (mode & 0o777 & ~maxMode) !== 0) chmodSync(path, mode & maxMode);
}
