import { readdir, readFile } from "node:fs/promises";

interface Process {
  pid: number;
  parent: number;
  words: string;
  environment: string;
}

/**
 * Returns the ids of processes that belong to a data folder (named in their environment or on their command line) and
 * whose command line contains these words.
 */
export async function processesOf(dataDir: string, words = ""): Promise<number[]> {
  const all = await processes();
  return all
    .filter((one) => (one.environment.includes(dataDir) || one.words.includes(dataDir)) && one.words.includes(words))
    .map((one) => one.pid)
    .filter((pid) => pid !== process.pid);
}

/** Returns the ids of all descendants of a process whose command line contains these words. */
export async function descendantsOf(pid: number, words: string): Promise<number[]> {
  const all = await processes();
  const family = new Set([pid]);
  for (let grown = -1; grown !== family.size; ) {
    grown = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  return all.filter((one) => family.has(one.pid) && one.words.includes(words)).map((one) => one.pid);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has exited since it was listed.
  }
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const read = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  return Promise.all(
    pids.map(async (pid) => {
      const [status, words, environment] = await Promise.all([
        read(pid, "status"),
        read(pid, "cmdline"),
        read(pid, "environ"),
      ]);
      return {
        pid,
        parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0),
        words: words.replaceAll("\0", " "),
        environment,
      };
    }),
  );
}
