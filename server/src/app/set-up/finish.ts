import type { MailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import type { SetUpDone, SetUpInput } from "@sheaf/contracts/set-up.ts";
import { sql } from "drizzle-orm";
import {
  accountOf,
  type ClientInfo,
  deviceCookie,
  hashPassword,
  passwordWeakness,
  startSession,
} from "../../domain/accounts/index.ts";
import { ConfigError, readConfig, type StoredSettings } from "../../platform/config/config.ts";
import { lockStoredSettings, writeStoredSettings } from "../../platform/config/stored-settings.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { DeviceCookie } from "../../platform/http/cookies.ts";
import type { Services } from "../../platform/services.ts";
import { recordAdminAction } from "../admin/admin-actions.ts";
import { adminAccount } from "../admin/known-devices.ts";
import { insertAdmin } from "../admin/service.ts";
import { startAdminSession } from "../admin/sessions.ts";
import { mailChanges, type SettingsNow, setByVariable, withChanges } from "../installation/change-settings.ts";
import { changeInstallationKind, lockInstallationKind } from "../installation/kind.ts";
import type { SettingChanges } from "../installation/mail-settings.ts";
import { makePractice } from "../sign-up/register.ts";
import { requireSetUpCode, setUpEnded } from "./check-code.ts";
import { findOpenSetUp } from "./state.ts";
import { usernameFrom } from "./username.ts";

type Needs = Pick<Services, "config" | "db" | "key" | "liveConfig">;

/** The response of set-up, and the cookies that sign the browser in. */
export interface SetUp {
  done: SetUpDone;
  /** Session of the own practice's owner. */
  sessionToken: string | undefined;
  device: DeviceCookie;
}

/**
 * Finishes set-up: creates the administrator and, for an own practice, the practice with its owner, who has the same
 * password; stores the settings and ends set-up, all in one transaction. Of two simultaneous requests one succeeds.
 * @throws AppError set-up-ended, set-up-code-wrong, too-many-attempts, weak-password, set-by-variable, secret-needed,
 *   settings-refused, bad-request
 */
export async function finishSetUp(services: Needs, input: SetUpInput, place: ClientInfo): Promise<SetUp> {
  const { config, db, liveConfig } = services;
  await requireSetUpCode(services, input.code);
  requireKind(services, input);
  const { email, firstName, lastName } = input;
  const names = [firstName, lastName, input.kind === "practice" ? input.practiceName : input.seller.name];
  const weakness = passwordWeakness(input.password, { username: usernameFrom(email), email, names });
  if (weakness) throw new AppError("weak-password", weakness, { field: "password" });

  const passwordHash = await hashPassword(input.password, config);
  const setUp = await db.transaction(async (tx) => {
    if (!(await findOpenSetUp(tx, config, { lock: true }))) throw setUpEnded(config.installation);
    await storeSettings(tx, services, input);
    return makeAccounts(tx, services, { ...input, passwordHash }, place);
  });
  await liveConfig.refresh();
  return setUp;
}

/** Refuses another kind than the one that a variable of the environment sets: the variable takes precedence. */
function requireKind({ config }: Needs, { kind }: SetUpInput): void {
  const fixed = config.given.INSTALLATION;
  if (fixed && fixed !== kind) throw setByVariable("INSTALLATION", "INSTALLATION");
}

/**
 * @throws AppError set-by-variable, secret-needed, settings-refused; bad-request when the settings do not fit together
 */
async function storeSettings(tx: Tx, { config, key }: Needs, input: SetUpInput): Promise<void> {
  const { given } = config;
  const now = { given, stored: await lockStoredSettings(tx, key) };
  const changes = {
    ...Object.fromEntries(Object.entries(settingsOf(input)).filter(([name]) => given[name] === undefined)),
    ...(input.mail ? mailChangesOf(now, input.mail) : {}),
  };
  try {
    readConfig(given, { ...withChanges(now.stored, changes), INSTALLATION: input.kind });
  } catch (error) {
    if (error instanceof ConfigError) throw new AppError("bad-request", error.message);
    throw error;
  }
  await writeStoredSettings(tx, key, changes);
  if (given.INSTALLATION === undefined) await changeInstallationKind(tx, key, input.kind);
  else await lockInstallationKind(tx, config);
}

/** Returns the changes to the mail settings; errors name the field within the whole form. */
function mailChangesOf(now: SettingsNow, mail: MailSettingsInput): SettingChanges {
  try {
    return mailChanges(now, mail);
  } catch (error) {
    if (!(error instanceof AppError) || error.field === undefined) throw error;
    throw new AppError(error.code, error.message, { field: `mail.${error.field}` });
  }
}

/** Returns the settings of the company. An own practice runs the installation itself, so its name is the company's. */
function settingsOf(input: SetUpInput): StoredSettings {
  if (input.kind === "practice") return { COMPANY_NAME: input.practiceName };
  const { name, address, vatNumber } = input.seller;
  return {
    COMPANY_NAME: name,
    COMPANY_ADDRESS: address.split(/\r?\n/).join(";"),
    ...(vatNumber ? { VAT_NUMBER: vatNumber } : {}),
  };
}

async function makeAccounts(
  tx: Tx,
  services: Needs,
  input: SetUpInput & { passwordHash: string },
  place: ClientInfo,
): Promise<SetUp> {
  const { email, firstName, lastName, passwordHash, kind } = input;
  const needs = { db: tx, key: services.key };
  const admin = await insertAdmin(tx, { name: `${firstName} ${lastName}`, email, passwordHash });
  await recordAdminAction(tx, { adminId: admin.id, address: place.address }, { action: "installation.set-up" });
  if (kind === "service") {
    const token = await startAdminSession(tx, admin.id, place);
    const { name, role } = admin;
    return {
      done: { kind, portal: { token, admin: { name, role } } },
      sessionToken: undefined,
      device: await deviceCookie(needs, adminAccount(admin)),
    };
  }

  const person = { username: usernameFrom(email), email, firstName, lastName, passwordHash };
  const made = { ...person, practiceName: input.practiceName, emailVerifiedAt: sql`now()` };
  const { owner } = await makePractice(tx, services, made, place);
  return {
    done: { kind, portal: null },
    sessionToken: await startSession(tx, owner, place),
    device: await deviceCookie(needs, accountOf(owner)),
  };
}
