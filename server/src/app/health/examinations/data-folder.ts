import { accessSync, constants, type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { failed, type Outcome, ok, unknown, warning } from "../outcome.ts";
import { userName } from "../user-name.ts";

const keyName = "secret.key";
/**
 * What nobody but the owner may enter. PostgreSQL and sandboxes, which may have users of their own, have folders that
 * others pass through.
 */
const closedFolders = ["files", "logs"];
/** Of PostgreSQL, which has a user of its own under root. */
const othersMayOwn = /^(postgres-|scratch$)/;

interface Entry {
  name: string;
  path: string;
  stats: Stats;
}

/**
 * Whether the data folder and what lies in it belong to whoever runs Sheaf, and are closed to everybody else.
 * @param user who asks, by number; undefined where users have none
 */
export function examineDataFolder(dataDir: string, user = process.getuid?.()): Outcome {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder) {
    return unknown(`There is no folder ${dataDir} yet. The first start makes it.`);
  }
  if (!folder.isDirectory()) {
    return failed(`${dataDir} is no folder.`, { words: "Choose another with SHEAF_DATA." });
  }
  const owner = userName(folder.uid);
  if (!mayWrite(dataDir)) {
    return failed(`The user ${userName(user)} may not write to ${dataDir}, which belongs to ${owner}.`, {
      words: `Run Sheaf and its commands as ${owner}. Only if they are to run as ${userName(user)}, give the folder to that user.`,
      command: `chown -R ${userName(user)} ${dataDir}`,
    });
  }
  const isRootElsewhere = user === 0 && folder.uid !== 0;
  const asOwner = ` As ${owner}, ./sheaf doctor tells what holds for that user.`;
  const entries = readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) => entryOf(dataDir, entry));
  return (
    openEntry(dataDir, folder, entries) ??
    foreignEntry(dataDir, folder, entries, owner) ??
    ok(`${dataDir} belongs to ${owner}, and others cannot read what is in it.${isRootElsewhere ? asOwner : ""}`)
  );
}

/** What others can read or change. */
function openEntry(dataDir: string, folder: Stats, entries: Entry[]): Outcome | undefined {
  const key = entries.find(({ name }) => name === keyName);
  if (key && (key.stats.mode & 0o077) !== 0) {
    return failed(`Other users of this machine can read ${key.path}, the key that encrypts stored secrets.`, {
      words: "Close it.",
      command: `chmod 600 ${key.path}`,
    });
  }
  if ((folder.mode & 0o022) !== 0 && (folder.mode & 0o1000) === 0) {
    return failed(`Other users of this machine can change what lies in ${dataDir}.`, {
      words: "Close it.",
      command: `chmod go-w ${dataDir}`,
    });
  }
  const open = entries.find(({ name, stats }) => closedFolders.includes(name) && (stats.mode & 0o077) !== 0);
  if (!open) return undefined;
  return warning(`Other users of this machine can enter ${open.path}.`, {
    words: "Close it. The next start does so, too.",
    command: `chmod 700 ${open.path}`,
  });
}

/** What belongs to somebody else than the folder itself: a command was run as another user, usually root. */
function foreignEntry(dataDir: string, folder: Stats, entries: Entry[], owner: string): Outcome | undefined {
  const foreign = entries.find(({ name, stats }) => stats.uid !== folder.uid && !othersMayOwn.test(name));
  if (!foreign) return undefined;
  return failed(
    `${foreign.path} belongs to ${userName(foreign.stats.uid)}, and ${dataDir} to ${owner}. One of them cannot use it.`,
    { words: `Give it to ${owner}.`, command: `chown -R ${owner} ${foreign.path}` },
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

/** Nothing for what has just gone, or is a link to nowhere. */
function entryOf(dataDir: string, { name }: Dirent): Entry | [] {
  const path = join(dataDir, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? { name, path, stats } : [];
}
