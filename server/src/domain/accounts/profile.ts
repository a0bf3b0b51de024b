import type { ProfileInput, User } from "@sheaf/contracts/accounts.ts";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Member } from "../access/member.ts";
import { record } from "../audit/service.ts";
import { changePractice } from "../practices/service.ts";
import { changeUser } from "./people.ts";
import { getUser, taken, takenError } from "./service.ts";
import { users } from "./table.ts";

/** @throws AppError username-taken; owner-only when a member sends a name for the practice */
export async function changeProfile(db: Db, member: Member, input: ProfileInput): Promise<User> {
  const { practiceId, userId, role } = member;
  const { practiceName, ...person } = input;
  if (practiceName !== undefined && role !== "owner") {
    throw new AppError("owner-only", "Ask the owner to change the name of the practice.");
  }
  try {
    await db.transaction(async (tx) => {
      const sameName = eq(sql`lower(${users.username})`, input.username.toLowerCase());
      if ((await tx.$count(users, and(sameName, ne(users.id, userId)))) > 0) throw taken.username();
      await changeUser(tx, member, person);
      if (practiceName !== undefined) await changePractice(tx, practiceId, { name: practiceName });
      await record(tx, { ...member, action: "account.profile-changed" });
      await announce(tx, practiceId, { type: "members" });
    });
  } catch (error) {
    throw takenError(error) ?? error;
  }
  return getUser(db, practiceId, userId);
}
