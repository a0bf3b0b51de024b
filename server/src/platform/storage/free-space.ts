import { statfs } from "node:fs/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { errorOrCauseMatches } from "../error-chain.ts";

/**
 * Space kept free so that running work, and a database on the same disk, can finish; on a small disk a twentieth of it.
 */
const reserveBytes = 64 * MB;
const reserveShare = 1 / 20;

/** There is not enough disk space; the message is one sentence for the operator. */
export class OutOfSpace extends Error {}

/** @throws OutOfSpace when so many bytes would use part of the reserve on the folder's disk */
export async function requireFreeSpaceIn(folder: string, sizeBytes: number): Promise<void> {
  const { left, reserve } = await freeSpaceIn(folder);
  if (left - sizeBytes >= reserve) return;
  throw new OutOfSpace(
    `The disk of the files is full (${Math.floor(left / MB)} MB left). Uploads are refused until there is room.`,
  );
}

/**
 * Returns the size of the folder's disk, its free space, and how much of that is reserved for running work, in bytes.
 */
export async function freeSpaceIn(folder: string): Promise<{ size: number; left: number; reserve: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const size = blocks * bsize;
  return { size, left: bavail * bsize, reserve: Math.min(reserveBytes, size * reserveShare) };
}

/** Error codes ENOSPC and EDQUOT of the file system, and PostgreSQL's disk_full. */
const codes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Returns whether a write failed because the disk of the files or of the database is full. */
export const isOutOfSpace = (error: unknown): boolean =>
  errorOrCauseMatches(error, (cause, code) => cause instanceof OutOfSpace || codes.has(String(code)));
