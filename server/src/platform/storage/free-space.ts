import { statfs } from "node:fs/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { isOrCameOf } from "../error-chain.ts";

/**
 * Kept free for what is under way, and for a database on the same disk, so that both come to their end; a twentieth of
 * a small disk.
 */
const reserveBytes = 64 * MB;
const reserveShare = 1 / 20;

/** There is less room than is needed: one sentence, for the operator. */
export class OutOfSpace extends Error {}

/** @throws OutOfSpace when so many bytes would eat into what is kept free of the folder's disk */
export async function requireFreeSpaceIn(folder: string, sizeBytes: number): Promise<void> {
  const { left, reserve } = await freeSpaceIn(folder);
  if (left - sizeBytes >= reserve) return;
  throw new OutOfSpace(
    `The disk of the files is full (${Math.floor(left / MB)} MB left). Uploads are refused until there is room.`,
  );
}

/** Bytes of the folder's disk, those that are left, and how many of these are kept free for what is under way. */
export async function freeSpaceIn(folder: string): Promise<{ size: number; left: number; reserve: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const size = blocks * bsize;
  return { size, left: bavail * bsize, reserve: Math.min(reserveBytes, size * reserveShare) };
}

/** ENOSPC and EDQUOT of the file system, and PostgreSQL's disk_full. */
const codes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether something could not be written because a disk is full: the files' or the database's. */
export const isOutOfSpace = (error: unknown): boolean =>
  isOrCameOf(error, (cause, code) => cause instanceof OutOfSpace || codes.has(String(code)));
