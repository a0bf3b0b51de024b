import { statSync } from "node:fs";
import { attempt } from "../attempt.ts";
import { childrenOf } from "./process-tree.ts";

/**
 * File systems that a sandbox makes for itself in memory, as this process reaches them.
 * @param pid of bubblewrap; its first child is the first process inside
 * @param paths where they are mounted inside
 * @returns tells where they are; none while the sandbox is still being made
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

/** Until the sandbox has a root of its own, its paths are those of this machine. */
function isElsewhere(inside: string, outside: string): boolean {
  const there = deviceOf(inside);
  return there !== undefined && there !== deviceOf(outside);
}

const deviceOf = (path: string): number | undefined => attempt(() => statSync(path).dev);
