import type { Duplicate } from "@sheaf/contracts/deliveries.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { findDuplicates } from "../../api/delivery.ts";
import type { ChosenFile } from "../draft/chosen-files.ts";

const known = new WeakMap<File, Promise<string>>();

/** Returns the file's SHA-256 in hex, computed asynchronously and once for each file. */
function digestOf(file: File): Promise<string> {
  const before = known.get(file);
  if (before) return before;
  const digest = file
    .arrayBuffer()
    .then((bytes) => crypto.subtle.digest("SHA-256", bytes))
    .then((hash) => [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  known.set(file, digest);
  return digest;
}

async function findSentBefore(customerId: string, files: ChosenFile[]): Promise<Map<string, Duplicate>> {
  const digests = await Promise.all(files.map(async ({ key, file }) => [key, await digestOf(file)] as const));
  const asked = [...new Set(digests.map(([, sha256]) => sha256))];
  const found: Duplicate[] = [];
  while (asked.length > 0) found.push(...(await findDuplicates(customerId, asked.splice(0, uploadLimits.filesPerJob))));
  const bySha = new Map(found.map((duplicate) => [duplicate.sha256, duplicate]));
  return new Map(
    digests.flatMap(([key, sha256]) => {
      const duplicate = bySha.get(sha256);
      return duplicate ? [[key, duplicate] as const] : [];
    }),
  );
}

const none: ReadonlyMap<string, Duplicate> = new Map();

/**
 * Returns files that were emailed to this customer's inbox before, by their key. Empty while that is not known:
 * browsers offer SHA-256 only on HTTPS and localhost.
 * @param customerId undefined while nothing would be emailed
 */
export function useSentBefore(customerId: string | undefined, files: ChosenFile[]): ReadonlyMap<string, Duplicate> {
  const { data } = useQuery({
    queryKey: ["sent-before", customerId, files.map(({ key, file }) => [key, file.size, file.lastModified])],
    queryFn: () => (customerId ? findSentBefore(customerId, files) : none),
    enabled: customerId !== undefined && files.length > 0 && crypto.subtle !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return customerId === undefined ? none : (data ?? none);
}
