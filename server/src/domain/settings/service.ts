import type { Settings, SettingsChange } from "@sheaf/contracts/settings.ts";
import { subjectProblem } from "@sheaf/contracts/subject.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Member } from "../access/member.ts";
import { sessions, users } from "../accounts/table.ts";
import { record } from "../audit/service.ts";
import { practices } from "../practices/table.ts";

const ofPractice = {
  defaultEmailSubject: practices.defaultEmailSubject,
  autoSendEmail: practices.autoSendEmail,
  preferSeparateEmails: practices.preferSeparateEmails,
  undoSeconds: practices.undoSeconds,
  preferSeparatePdfs: practices.preferSeparatePdfs,
  defaultFileOrder: practices.defaultFileOrder,
  fileRetentionDays: practices.fileRetentionDays,
};
const ofUser = { theme: users.theme, sessionTimeoutMinutes: users.sessionTimeoutMinutes };

const keysOf = <Columns extends object>(columns: Columns) => Object.keys(columns) as (keyof Columns)[];

type Who = Pick<Member, "practiceId" | "userId">;
const own = ({ practiceId, userId }: Who) => and(eq(users.practiceId, practiceId), eq(users.id, userId));

/** The practice's settings and the person's own in one. */
export async function getSettings(db: Db | Tx, who: Who): Promise<Settings> {
  const [row] = await db
    .select({ ...ofPractice, ...ofUser })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(own(who));
  if (!row) throw new AppError("not-signed-in", "Your account no longer exists.");
  return row;
}

/**
 * Changes what is given and differs from what is stored. A new timeout holds for the sessions that run, too.
 * @throws AppError owner-only when a member would change the retention, bad-subject
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
    const mine = keysOf(ofUser).filter(changed);
    if (shared.length + mine.length === 0) return before;

    if (shared.length > 0) {
      await tx.update(practices).set(pick(wanted, shared)).where(eq(practices.id, member.practiceId));
    }
    if (mine.length > 0) await tx.update(users).set(pick(wanted, mine)).where(own(member));
    if (wanted.sessionTimeoutMinutes !== undefined && changed("sessionTimeoutMinutes")) {
      await holdForRunningSessions(tx, member, wanted.sessionTimeoutMinutes);
    }
    const { practiceId, userId, address } = member;
    const detail = { fields: [...shared, ...mine].join(",") };
    await record(tx, { ...{ practiceId, userId, address }, action: "settings.changed", detail });
    await announce(tx, practiceId, { type: "settings" });
    return getSettings(tx, member);
  });
}

/** Only these: what somebody else changes at the same moment stays theirs. */
function pick<Key extends keyof Settings>(wanted: SettingsChange, keys: Key[]): Pick<SettingsChange, Key> {
  return Object.fromEntries(keys.map((key) => [key, wanted[key]])) as Pick<SettingsChange, Key>;
}

/** The one that asks was seen just now; the others count from when they were. One that has expired stays so. */
async function holdForRunningSessions(tx: Tx, member: Member, minutes: number): Promise<void> {
  const seen = sql`case when ${sessions.id} = ${member.sessionId} then now() else ${sessions.lastSeenAt} end`;
  const running = gt(sessions.expiresAt, sql`now()`);
  await tx
    .update(sessions)
    .set({ lastSeenAt: seen, expiresAt: sql`${seen} + make_interval(mins => ${minutes})` })
    .where(and(eq(sessions.practiceId, member.practiceId), eq(sessions.userId, member.userId), running));
}
