/** Versions of jobs by id. */
export type Versions = Map<string, number>;

/** Notes the version of a job, unless a later one is noted. */
export function noteVersion(versions: Versions, id: string, version: number): void {
  versions.set(id, Math.max(version, versions.get(id) ?? 0));
}

/** Whether this version of the job, or a later one, is noted. */
export const hasVersion = (versions: Versions, id: string, version: number) => (versions.get(id) ?? 0) >= version;

/**
 * Takes versions out of `from`, and returns those that are still to be read.
 * @param isRead whether the page has this version of the job
 */
export function takeUnread(
  from: Versions,
  isRead: (id: string, version: number) => boolean,
  limit = from.size,
): Versions {
  const taken: Versions = new Map();
  for (const [id, version] of from) {
    if (taken.size === limit) break;
    from.delete(id);
    if (!isRead(id, version)) taken.set(id, version);
  }
  return taken;
}
