import { searchLength } from "@sheaf/contracts/admin/limits.ts";
import type { FoundUser } from "@sheaf/contracts/admin/users.ts";
import { and, asc, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "../../../domain/accounts/table.ts";
import { isOwnPractice, runsNow } from "../../../domain/billing/index.ts";
import { periods, plans } from "../../../domain/billing/table.ts";
import { customers } from "../../../domain/customers/table.ts";
import { isUpload } from "../../../domain/jobs/index.ts";
import { jobFiles } from "../../../domain/jobs/table.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { inSnapshot } from "../../../platform/db/snapshot.ts";
import { lastJobOf } from "./last-job.ts";

const atMost = 50;
/** Below three letters everything is like everything. */
const fuzzyFrom = 3;
/**
 * How much of what was typed must be found in a name's stretch of text: two letters may be swapped in a name of six.
 */
const likeEnough = "0.5";

/**
 * People by name, username or email address: who is called exactly so, then what begins so, then what has all the
 * words, each by name. Only when there is nobody, those whose names are written alike. A payment reference finds the
 * practice that it is of.
 * @param typed as it was typed; no sign has a meaning of its own
 */
export async function searchUsers(db: Db, typed: string): Promise<FoundUser[]> {
  const text = typed
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .toLowerCase();
  if (text.length < searchLength) return [];
  return inSnapshot(db, async (tx) => {
    const payer = payerOf(text);
    if (payer) return (await find(tx, text, payer)).map(answer);
    const rows = await find(tx, text, and(...text.split(/\s+/).map((word) => containing(users.nameSearch, word))));
    if (rows.length > 0 || text.length < fuzzyFrom) return rows.map(answer);
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${likeEnough}, true)`);
    const likeness = sql`word_similarity(${text}, ${users.nameSearch})`;
    return (await find(tx, text, sql`${text} <% ${users.nameSearch}`, likeness)).map(answer);
  });
}

/** What a bank transfer says, "SHEAF-7F3A91C2", names the practice it is from: everybody of it. */
function payerOf(text: string): SQL | undefined {
  const end = /^sheaf[- ]?([0-9a-f]{8})$/.exec(text)?.[1];
  return end === undefined ? undefined : sql`right(${users.practiceId}::text, 8) = ${end}`;
}

type Row = Awaited<ReturnType<typeof find>>[number];

/** @param likeness is worked out for every row that is found, so it is given only where little is found */
async function find(tx: Tx, text: string, who: SQL | undefined, likeness = sql`0`) {
  const found = ranked(tx, text, who, likeness);
  const plan = planOf(tx, found.practiceId);
  const last = lastJobOf(tx, found.practiceId);
  return tx
    .select({
      id: found.id,
      firstName: found.firstName,
      lastName: found.lastName,
      username: found.username,
      email: found.email,
      createdAt: found.createdAt,
      planName: plan.name,
      lastJobDate: last.createdAt,
      customerCount: tx.$count(
        customers,
        and(eq(customers.practiceId, found.practiceId), isNull(customers.archivedAt)),
      ),
      documentCount: tx.$count(jobFiles, and(eq(jobFiles.practiceId, found.practiceId), isUpload(jobFiles))),
    })
    .from(found)
    .leftJoinLateral(plan, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .orderBy(asc(found.rank), desc(found.likeness), asc(found.nameSearch), asc(found.id));
}

function ranked(tx: Tx, text: string, who: SQL | undefined, alike: SQL) {
  const { nameSearch, username, email, lastName } = users;
  const begins = or(
    ...[nameSearch, username, email, lastName].map((name) => sql`starts_with(lower(${name}), ${text})`),
  );
  const rank = sql<number>`case
    when ${text} in (lower(${username}), lower(${email})) then 0
    when ${begins} then 1
    else 2 end`.as("rank");
  const likeness = sql<number>`${alike}`.as("likeness");
  return tx
    .select({
      practiceId: users.practiceId,
      id: users.id,
      createdAt: users.createdAt,
      rank,
      likeness,
      username,
      email,
      firstName: users.firstName,
      lastName,
      nameSearch,
    })
    .from(users)
    .where(who)
    .orderBy(asc(rank), desc(likeness), asc(nameSearch), asc(users.id))
    .limit(atMost)
    .as("found");
}

const planOf = (tx: Tx, practiceId: SQLWrapper) =>
  tx
    .select({ name: plans.name })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), runsNow))
    .orderBy(desc(isOwnPractice))
    .limit(1)
    .as("running");

function answer({ planName, lastJobDate, createdAt, ...row }: Row): FoundUser {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    ...(planName === null ? {} : { subscription: { plan: { name: planName } } }),
    ...(lastJobDate === null ? {} : { lastJobDate: lastJobDate.toISOString() }),
  };
}
