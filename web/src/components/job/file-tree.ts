import { isCounted } from "@sheaf/contracts/counted-files.ts";
import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import type { LightWord } from "../../ui/light.tsx";
import { fileWord, isFaulty } from "./job-words.ts";

/** A file of a job with the files that were inside it. */
export interface FileNode {
  file: JobFile;
  /** Nesting: 0 for an uploaded file. */
  depth: number;
  items: FileNode[];
}

/** Arranges a job's files as a tree, in their order. Items that are set aside are not part of it. */
export function treeOf({ files }: Pick<Job, "files">): FileNode[] {
  const nodes = new Map<string, FileNode>();
  const uploaded: FileNode[] = [];
  for (const file of files) {
    if (file.state === "set-aside") continue;
    const parent = file.parentId === null ? undefined : nodes.get(file.parentId);
    const node = { file, depth: parent ? parent.depth + 1 : 0, items: [] };
    nodes.set(file.id, node);
    (parent ? parent.items : uploaded).push(node);
  }
  return uploaded;
}

/** Returns the files inside, at any depth, in their order. */
export const filesBelow = (node: FileNode): JobFile[] => node.items.flatMap((item) => [item.file, ...filesBelow(item)]);

/** Returns the items inside, at any depth, that need a user's action. */
export const faultyBelow = (node: FileNode): FileNode[] =>
  node.items.flatMap((item) => [...(isFaulty(item.file) ? [item] : []), ...faultyBelow(item)]);

interface Contents {
  /** Files that are converted; containers are none. */
  documents: number;
  converted: number;
  /** The light of the container: the worst of the files inside. */
  word: LightWord;
}

/** Summarises what was unpacked from a container. */
export function contentsOf(node: FileNode): Contents {
  const counted = filesBelow(node).filter(isCounted);
  const converted = counted.filter(({ state }) => state === "converted").length;
  const all = { documents: counted.length, converted };
  if (counted.some(isFaulty)) return { ...all, word: "Needs you" };
  if (counted.length === 0) return { ...all, word: fileWord(node.file.state) };
  if (converted === counted.length) return { ...all, word: "Ready" };
  const begun = converted > 0 || counted.some(({ state }) => state === "converting");
  return { ...all, word: begun ? "Processing" : "Pending" };
}
