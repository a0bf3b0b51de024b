import { defined } from "@sheaf/contracts/defined.ts";
import { type Settings, type SettingsChange, searchableTargets } from "@sheaf/contracts/settings.ts";
import { subjectProblem } from "@sheaf/contracts/subject.ts";
import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { Member } from "../access/member.ts";
import { changeSessionTimeout, changeUser } from "../accounts/index.ts";
import { ofUser, users } from "../accounts/table.ts";
import { record } from "../audit/service.ts";
import { changePractice } from "../practices/service.ts";
import { practices } from "../practices/table.ts";
import { turnReading } from "../readings/index.ts";
import { listReadingLanguages } from "./reading-languages.ts";

const ofPractice = {
  defaultEmailSubject: practices.defaultEmailSubject,
  autoSendEmail: practices.autoSendEmail,
  preferSeparateEmails: practices.preferSeparateEmails,
  undoSeconds: practices.undoSeconds,
  preferSeparatePdfs: practices.preferSeparatePdfs,
  defaultFileOrder: practices.defaultFileOrder,
  fileRetentionDays: practices.fileRetentionDays,
  readPages: practices.readPages,
  waitForReading: practices.waitForReading,
  namePdfsByFacts: practices.namePdfsByFacts,
  readingLanguage: practices.readingLanguage,
  searchableDestinations: practices.searchableDestinations,
};
const ofPerson = { theme: users.theme, sessionTimeoutMinutes: users.sessionTimeoutMinutes };

const keysOf = <Columns extends object>(columns: Columns) => Object.keys(columns) as (keyof Columns)[];

type Who = Pick<Member, "practiceId" | "userId">;

/** Returns the practice's settings together with the user's own. */
export async function getSettings(db: Db | Tx, who: Who): Promise<Settings> {
  const [row] = await db
    .select({ ...ofPractice, ...ofPerson })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(ofUser(who.practiceId, who.userId));
  if (!row) throw new AppError("not-signed-in", "Your account no longer exists.");
  return row;
}

/**
 * Changes the settings that are given and differ from the stored ones. A new timeout also applies to current sessions.
 * @throws AppError owner-only when a member who is not the owner changes the retention or turns reading off;
 *   bad-subject, bad-request
 */
export async function changeSettings(
  { db, queue }: Pick<Services, "db" | "queue">,
  member: Member,
  wanted: SettingsChange,
): Promise<Settings> {
  const wrong = wanted.defaultEmailSubject === undefined ? undefined : subjectProblem(wanted.defaultEmailSubject);
  if (wrong) throw new AppError("bad-subject", wrong);

  return db.transaction(async (tx) => {
    const before = await getSettings(tx, member);
    const changed = (key: keyof Settings) => wanted[key] !== undefined && wanted[key] !== before[key];
    if (changed("fileRetentionDays") && member.role !== "owner") {
      throw new AppError("owner-only", "Only the owner of the practice changes how long files are kept.");
    }
    await requireReadable(tx, member, wanted, before);
    const shared = keysOf(ofPractice).filter(changed);
    const mine = keysOf(ofPerson).filter(changed);
    if (shared.length + mine.length === 0) return before;

    if (shared.length > 0) await changePractice(tx, member.practiceId, defined(pick(wanted, shared)));
    if (mine.length > 0) await changeUser(tx, member, defined(pick(wanted, mine)));
    if (wanted.sessionTimeoutMinutes !== undefined && changed("sessionTimeoutMinutes")) {
      await changeSessionTimeout(tx, member, wanted.sessionTimeoutMinutes);
    }
    const { practiceId } = member;
    const detail = { fields: [...shared, ...mine].join(",") };
    await record(tx, { ...member, action: "settings.changed", detail });
    if (changed("readPages")) await turn(tx, queue, member, wanted.readPages === true);
    await announce(tx, practiceId, { type: "settings" });
    return getSettings(tx, member);
  });
}

/** @throws AppError owner-only, bad-request */
async function requireReadable(tx: Tx, member: Member, wanted: SettingsChange, before: Settings): Promise<void> {
  if (wanted.readPages === false && before.readPages && member.role !== "owner") {
    throw new AppError(
      "owner-only",
      "Only the owner of the practice turns reading off, because it erases what was read.",
    );
  }
  const unknown = wanted.searchableDestinations?.find((target) => !searchableTargets.includes(target));
  if (unknown !== undefined) throw new AppError("bad-request", `There is no inbox called ${unknown}.`);
  const { readingLanguage: language = null } = wanted;
  if (language === null || language === before.readingLanguage) return;
  if (!(await listReadingLanguages(tx)).some(({ code }) => code === language)) {
    throw new AppError(
      "bad-request",
      "This language is not installed. Choose another one, or ask the operator for it.",
    );
  }
}

async function turn(tx: Tx, queue: Queue, member: Member, isOn: boolean): Promise<void> {
  await turnReading(tx, queue, member.practiceId, isOn);
  await record(tx, { ...member, action: isOn ? "reading.turned-on" : "reading.turned-off" });
}

/** Returns only these settings, so that simultaneous changes of others to the rest are not overwritten. */
function pick<Key extends keyof Settings>(wanted: SettingsChange, keys: Key[]): Pick<SettingsChange, Key> {
  return Object.fromEntries(keys.map((key) => [key, wanted[key]])) as Pick<SettingsChange, Key>;
}
