import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ownerOnly = 0o700;
const passOnly = 0o711;

/**
 * Makes a folder for content or secrets, or closes the one that is there: nobody but its owner enters it, whatever the
 * umask says.
 * @param path of a folder that is Sheaf's alone
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: ownerOnly });
  restrictMode(path, ownerOnly);
}

/**
 * Makes a folder on the way to others. Sandboxes and PostgreSQL may have users of their own: they pass through it and
 * read nothing in it. One that is there already is only ever closed further.
 */
export function makeTraversableFolder(path: string): void {
  if (!createdFolder(path)) restrictMode(path, passOnly);
}

/**
 * `makeTraversableFolder` for the folder that an operator named: one that was there before Sheaf came may be others' as
 * well, and stays as it is.
 */
export function makeDataFolder(path: string): void {
  if (!createdFolder(path) && holdsData(path)) restrictMode(path, passOnly);
}

/** @returns false when it was there */
function createdFolder(path: string): boolean {
  if (mkdirSync(path, { recursive: true, mode: passOnly }) === undefined) return false;
  chmodSync(path, passOnly);
  return true;
}

const holdsData = (path: string) =>
  existsSync(join(path, "secret.key")) || readdirSync(path).some((name) => name.startsWith("postgres-"));

/** Only its owner may, and root leaves folders of others alone. */
function restrictMode(path: string, most: number): void {
  const { mode, uid } = statSync(path);
  if (uid === process.getuid?.() && (mode & 0o777 & ~most) !== 0) chmodSync(path, mode & most);
}
