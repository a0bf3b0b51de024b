import type { RegisterInput } from "@sheaf/contracts/accounts.ts";
import type { SQL } from "drizzle-orm";
import {
  type AccountServices,
  accountOf,
  addUser,
  attemptOf,
  type ClientInfo,
  deviceCookie,
  forgetOldFailures,
  hashPassword,
  passwordWeakness,
  requireAvailable,
  type SignedIn,
  sendVerification,
  settleAttempt,
  startSession,
  takenError,
  toUser,
} from "../../domain/accounts/index.ts";
import type { users } from "../../domain/accounts/table.ts";
import { record } from "../../domain/audit/service.ts";
import { checkClaim, claimIn, giveUnlimitedUse } from "../../domain/billing/index.ts";
import { createPractice } from "../../domain/practices/service.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { sharedInstallationKind } from "../installation/kind.ts";

/**
 * Creates a practice with its owner, who is signed in at once, and claims the payment made before signing up, if there
 * is one.
 * @throws AppError sign-up-closed in an own practice; weak-password, too-many-attempts, username-taken, email-taken,
 *   claim-invalid
 */
export async function register(services: AccountServices, input: RegisterInput, place: ClientInfo): Promise<SignedIn> {
  const { db, config } = services;
  if (config.installation === "practice") throw signUpClosed();
  const weakness = passwordWeakness(input.password, { ...input, names: [input.firstName, input.lastName] });
  if (weakness) throw new AppError("weak-password", weakness);
  await countSignUp(services, input.email, place);
  await requireAvailable(db, input);
  if (input.claimToken) await checkClaim(services, input.claimToken);

  const passwordHash = await hashPassword(input.password, config);
  try {
    return await db.transaction(async (tx) => {
      if ((await sharedInstallationKind(tx, config)) === "practice") throw signUpClosed();
      const { practice, owner } = await makePractice(tx, services, { ...input, passwordHash }, place);
      const actor = { practiceId: practice.id, userId: owner.id, address: place.address };
      if (input.claimToken) await claimIn(tx, actor, input.claimToken);
      await sendVerification(tx, services, owner, input.email);
      const token = await startSession(tx, owner, place);
      return {
        user: toUser(owner, practice),
        token,
        device: await deviceCookie({ db: tx, key: services.key }, accountOf(owner)),
      };
    });
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

/**
 * Creates a practice and its owner. The own practice of an installation gets unlimited use at once.
 * @param input.emailVerifiedAt set when the address is known to belong to the owner
 */
export async function makePractice(
  tx: Tx,
  { config }: Pick<AccountServices, "config">,
  input: Pick<RegisterInput, "username" | "email" | "firstName" | "lastName" | "practiceName"> & {
    passwordHash: string;
    emailVerifiedAt?: SQL;
  },
  { address }: Pick<ClientInfo, "address">,
): Promise<{ practice: { id: string; name: string }; owner: typeof users.$inferSelect }> {
  const kind = await sharedInstallationKind(tx, config);
  const { username, email, firstName, lastName, practiceName, passwordHash, emailVerifiedAt } = input;
  const practice = await createPractice(tx, practiceName || `${firstName} ${lastName}`);
  const person = { username, email, firstName, lastName, passwordHash };
  const owner = await addUser(tx, { ...person, practiceId: practice.id, role: "owner" }, emailVerifiedAt ?? null);
  await record(tx, { practiceId: practice.id, userId: owner.id, address, action: "account.registered" });
  if (kind === "practice") await giveUnlimitedUse(tx, practice.id);
  return { practice, owner };
}

const signUpClosed = () =>
  new AppError(
    "sign-up-closed",
    "This installation belongs to one practice. Ask its owner to invite you, then open the link in the email.",
  );

/**
 * Counts a try and refuses too many. Every try counts, because each reveals whether a name is taken, costs a password
 * hash, and may send an email to any address.
 */
async function countSignUp({ config, db }: AccountServices, email: string, { address }: ClientInfo): Promise<void> {
  const most = config.signUpsPerAddress;
  const limits = { perAccountAndAddress: most, perAddress: most, perAccount: most };
  await settleAttempt(db, attemptOf("sign-up", { typed: email }, { address }, limits), false);
  await forgetOldFailures(db);
}
