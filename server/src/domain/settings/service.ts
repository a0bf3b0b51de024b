import { defined } from "@sheaf/contracts/defined.ts";
import type { Settings, SettingsChange } from "@sheaf/contracts/settings.ts";
import { subjectProblem } from "@sheaf/contracts/subject.ts";
import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Member } from "../access/member.ts";
import { changeSessionTimeout, changeUser } from "../accounts/index.ts";
import { ofUser, users } from "../accounts/table.ts";
import { record } from "../audit/service.ts";
import { changePractice } from "../practices/service.ts";
import { practices } from "../practices/table.ts";

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
 * @throws AppError owner-only when a member who is not the owner changes the retention, bad-subject
 */
export async function changeSettings(db: Db, member: Member, wanted: SettingsChange): Promise<Settings> {
  const wrong = wanted.defaultEmailSubject === undefined ? undefined : subjectProblem(wanted.defaultEmailSubject);
  if (wrong) throw new AppError("bad-subject", wrong);

  return db.transaction(async (tx) => {
    const before = await getSettings(tx, member);
    const changed = (key: keyof Settings) => wanted[key] !== undefined && wanted[key] !== before[key];
    if (changed("fileRetentionDays") && member.role !== "owner") {
      throw new AppError("owner-only", "Only the owner of the practice changes how long files are kept.");
    }
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
    await announce(tx, practiceId, { type: "settings" });
    return getSettings(tx, member);
  });
}

/** Returns only these settings, so that simultaneous changes of others to the rest are not overwritten. */
function pick<Key extends keyof Settings>(wanted: SettingsChange, keys: Key[]): Pick<SettingsChange, Key> {
  return Object.fromEntries(keys.map((key) => [key, wanted[key]])) as Pick<SettingsChange, Key>;
}
