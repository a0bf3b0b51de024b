import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { readVersions } from "../../domain/job-views/versions.ts";
import type { Db } from "../../platform/db/connect.ts";

type Versions = Map<string, number>;

/**
 * Returns a function that adds the job's version to an event. It is read here, after the change is committed, and not
 * where the change is made: a transaction does not see what others change in the same job at the same moment, and two
 * changes would be announced with one number. All events of a practice that arrive together, for whichever streams,
 * cause one statement.
 */
export function versionAdder(db: Db): (practiceId: string, event: ChangeEvent) => Promise<ChangeEvent> {
  /** The jobs of each practice whose versions are read next. */
  const next = new Map<string, { ids: Set<string>; versions: Promise<Versions> }>();

  function readNext(practiceId: string) {
    const ids = new Set<string>();
    const versions = Promise.resolve().then(() => {
      next.delete(practiceId);
      return readVersions(db, practiceId, [...ids]);
    });
    const reading = { ids, versions };
    next.set(practiceId, reading);
    return reading;
  }

  return async (practiceId, event) => {
    if (event.type !== "job") return event;
    const { ids, versions } = next.get(practiceId) ?? readNext(practiceId);
    ids.add(event.id);
    // Without a version the page reads the job in any case.
    const version = (await versions.catch((): Versions => new Map())).get(event.id);
    return version === undefined ? event : { ...event, version };
  };
}
