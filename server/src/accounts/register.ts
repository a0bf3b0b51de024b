import type { RegisterInput } from "@sheaf/contracts/accounts.ts";
import { sql } from "drizzle-orm";
import { record } from "../audit/service.ts";
import { checkClaim, claimIn } from "../billing/guests/claims.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { createPractice } from "../practices/service.ts";
import { sendVerification } from "./email-address.ts";
import { hashPassword } from "./passwords/password-hash.ts";
import { passwordWeakness } from "./passwords/password-rules.ts";
import { type AccountServices, answer, refuseTaken, type SignedIn, takenMeanwhile } from "./service.ts";
import { accountOf, deviceCookie } from "./sign-in/known-devices.ts";
import { type Place, startSession } from "./sign-in/sessions.ts";
import { attemptOf, forgetOldFailures, settleAttempt } from "./sign-in/sign-in-limits.ts";
import { users } from "./table.ts";

/**
 * A new practice with its owner, who is signed in at once, and with what was paid for it before.
 * @throws AppError weak-password, too-many-attempts, username-taken, email-taken, claim-invalid
 */
export async function register(services: AccountServices, input: RegisterInput, place: Place): Promise<SignedIn> {
  const { db, config } = services;
  const weakness = passwordWeakness(input.password, { ...input, names: [input.firstName, input.lastName] });
  if (weakness) throw new AppError("weak-password", weakness);
  await countSignUp(services, input.email, place);
  await refuseTaken(db, input);
  if (input.claimToken) await checkClaim(services, input.claimToken);

  const passwordHash = await hashPassword(input.password, config);
  try {
    return await db.transaction(async (tx) => {
      const practice = await createPractice(tx, input.practiceName || `${input.firstName} ${input.lastName}`);
      const { username, email, firstName, lastName } = input;
      const [row] = await tx
        .insert(users)
        .values({
          ...{
            practiceId: practice.id,
            id: newId(),
            role: "owner",
            username,
            email,
            firstName,
            lastName,
            passwordHash,
          },
          termsAcceptedAt: sql`now()`,
        })
        .returning();
      if (!row) throw new Error("The new user was not answered by the database");
      const actor = { practiceId: practice.id, userId: row.id, address: place.address };
      await record(tx, { ...actor, action: "account.registered" });
      if (input.claimToken) await claimIn(tx, actor, input.claimToken);
      await sendVerification(tx, services, row, email);
      const token = await startSession(tx, row, place);
      return {
        user: answer(row, practice),
        token,
        device: await deviceCookie({ db: tx, key: services.key }, accountOf(row)),
      };
    });
  } catch (error) {
    throw takenMeanwhile(error) ?? error;
  }
}

/** Every try counts: each asks whether a name is taken, costs a hash, and may send an email to whatever address is named. */
async function countSignUp({ config, db }: AccountServices, email: string, { address }: Place): Promise<void> {
  const most = config.signUpsPerAddress;
  const limits = { perAccountAndAddress: most, perAddress: most, perAccount: most };
  await settleAttempt(db, attemptOf("sign-up", { typed: email }, { address }, limits), false);
  await forgetOldFailures(db);
}
