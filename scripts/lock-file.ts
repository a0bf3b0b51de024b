export interface LockEntry {
  version: string;
  dev?: boolean;
  /** One of the project's own folders. */
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

const systems = ["darwin", "win32", "linux", "android", "freebsd", "openbsd", "netbsd", "sunos", "aix"];
const processors = ["arm64", "x64", "ia32", "arm", "riscv64", "ppc64", "s390x", "loong64", "wasm32"];
/** The C library in package names, and npm's name for it. */
const cLibraries: Record<string, string> = { musl: "musl", gnu: "glibc" };

/**
 * Finds optional dependencies of packages in the lock file that the lock file does not contain.
 * @returns entries as npm would write them, as far as they follow from name and version
 * @throws Error when a missing one is required by a range, since its version is not known then
 */
export function missingOptionals(lock: LockFile): { name: string; entry: LockEntry }[] {
  const missing = new Map<string, LockEntry>();
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (hasDependency(lock, path, name)) continue;
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
        throw new Error(`${path} requires ${name}@${version}; only an exact version can be added.`);
      }
      missing.set(name, { version, ...(parent.dev ? { dev: true } : {}), optional: true, ...platform(name) });
    }
  }
  return [...missing].map(([name, entry]) => ({ name, entry }));
}

/** Returns the paths of packages from a registry that have no hash. */
export function withoutIntegrity(lock: LockFile): string[] {
  return Object.entries(lock.packages).flatMap(([path, { link, integrity }]) =>
    path.includes("node_modules/") && !link && !integrity ? path : [],
  );
}

/**
 * Returns whether the lock file contains a dependency. Node searches the package's own node_modules first, then those
 * of every folder above.
 */
function hasDependency(lock: LockFile, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${folder}${folder ? "/" : ""}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

function platform(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.flatMap((word) => cLibraries[word] ?? []);
  return { ...(os.length ? { os } : {}), ...(cpu.length ? { cpu } : {}), ...(libc.length ? { libc } : {}) };
}
