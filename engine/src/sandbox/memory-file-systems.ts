import { statSync } from "node:fs";
import { attempt } from "../attempt.ts";
import { childrenOf } from "./process-tree.ts";

/**
 * Finds the in-memory file systems of a sandbox, as paths that this process can use.
 * @param pid process id of bubblewrap, whose first child is the first process inside
 * @param paths mount points inside the sandbox
 * @returns a function that returns the paths; none while the sandbox is still being set up
 */
export function memoryFileSystems(pid: number, paths: readonly string[]): () => string[] {
  let found: string[] = [];
  return () => {
    if (found.length > 0) return found;
    const [first] = childrenOf(pid);
    const storage = paths.map((path) => `/proc/${first}/root${path}`);
    if (storage.every((room, index) => isElsewhere(room, paths[index] ?? ""))) found = storage;
    return found;
  };
}

/**
 * Returns whether a path inside the sandbox is another file system than on the host. Until the sandbox has its own
 * root, both are the same.
 */
function isElsewhere(inside: string, outside: string): boolean {
  const there = deviceOf(inside);
  return there !== undefined && there !== deviceOf(outside);
}

const deviceOf = (path: string): number | undefined => attempt(() => statSync(path).dev);
