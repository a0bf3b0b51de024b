import { accessSync, constants, type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { failed, type Outcome, ok, unknown, warning } from "../outcome.ts";
import { userName } from "../user-name.ts";

const keyName = "secret.key";
/**
 * Folders that only the owner may enter. The folders of PostgreSQL and of the sandboxes are not among them: these may
 * have users of their own, who pass through the folders.
 */
const closedFolders = ["files", "logs"];
/** Files and folders of PostgreSQL and sandboxes, which have users of their own when Sheaf runs as root. */
const mayHaveOtherOwner = /^(postgres-|scratch$)/;

interface Entry {
  name: string;
  path: string;
  stats: Stats;
}

/**
 * Examines whether the data folder and its content belong to the user who runs Sheaf and are closed to all others.
 * @param user user ID of this process; undefined on systems without user IDs
 */
export function examineDataFolder(dataDir: string, user = process.getuid?.()): Outcome {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder) {
    return unknown(`The folder ${dataDir} does not exist yet. The first start creates it.`);
  }
  if (!folder.isDirectory()) {
    return failed(`${dataDir} is not a folder.`, { words: "Choose another with SHEAF_DATA." });
  }
  const owner = userName(folder.uid);
  if (!mayWrite(dataDir)) {
    return failed(`The user ${userName(user)} cannot write to ${dataDir}, which belongs to ${owner}.`, {
      words: `Run Sheaf and its commands as ${owner}. If they must run as ${userName(user)}, give the folder to that user.`,
      command: `chown -R ${userName(user)} ${dataDir}`,
    });
  }
  const isRootElsewhere = user === 0 && folder.uid !== 0;
  const asOwner = ` Run ./sheaf doctor as ${owner} for the results of that user.`;
  const entries = readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) => entryOf(dataDir, entry));
  return (
    openEntry(dataDir, folder, entries) ??
    foreignEntry(dataDir, folder, entries, owner) ??
    ok(`${dataDir} belongs to ${owner}, and other users cannot read its content.${isRootElsewhere ? asOwner : ""}`)
  );
}

/** Finds an entry that other users can read or change. */
function openEntry(dataDir: string, folder: Stats, entries: Entry[]): Outcome | undefined {
  const key = entries.find(({ name }) => name === keyName);
  if (key && (key.stats.mode & 0o077) !== 0) {
    return failed(`Other users of this machine can read ${key.path}, the key that encrypts stored secrets.`, {
      words: "Restrict access to its owner.",
      command: `chmod 600 ${key.path}`,
    });
  }
  if ((folder.mode & 0o022) !== 0 && (folder.mode & 0o1000) === 0) {
    return failed(`Other users of this machine can change the content of ${dataDir}.`, {
      words: "Allow changes by its owner only.",
      command: `chmod go-w ${dataDir}`,
    });
  }
  const open = entries.find(({ name, stats }) => closedFolders.includes(name) && (stats.mode & 0o077) !== 0);
  if (!open) return undefined;
  return warning(`Other users of this machine can enter ${open.path}.`, {
    words: "Restrict access to its owner. The next start does so, too.",
    command: `chmod 700 ${open.path}`,
  });
}

/** Finds an entry that does not belong to the owner of the folder: a command was run as another user, usually root. */
function foreignEntry(dataDir: string, folder: Stats, entries: Entry[], owner: string): Outcome | undefined {
  const foreign = entries.find(({ name, stats }) => stats.uid !== folder.uid && !mayHaveOtherOwner.test(name));
  if (!foreign) return undefined;
  return failed(
    `${foreign.path} belongs to ${userName(foreign.stats.uid)}, and ${dataDir} to ${owner}. One of the two users cannot use it.`,
    { words: `Make ${owner} its owner.`, command: `chown -R ${owner} ${foreign.path}` },
  );
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns nothing for an entry that was just deleted, and for a broken link. */
function entryOf(dataDir: string, { name }: Dirent): Entry | [] {
  const path = join(dataDir, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? { name, path, stats } : [];
}
