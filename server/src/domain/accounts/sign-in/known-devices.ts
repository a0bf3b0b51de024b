import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { knownDeviceDays } from "@sheaf/contracts/limits.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { DeviceCookie } from "../../../platform/http/cookies.ts";
import type { Member } from "../../access/member.ts";
import { ofUser, users } from "../table.ts";
import type { Origin } from "./sign-in-limits.ts";

/** The cookies of a request, by name. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** The part of an account that the cookie of a known device is bound to. */
export interface DeviceAccount {
  kind: "user" | "admin";
  id: string;
  /** Part of the signed data of every cookie, so a new key makes all devices of the account unknown. */
  devicesKey: string;
}

interface Needs {
  db: Db | Tx;
  /** The installation's key. */
  key: Buffer;
}

const lifeSeconds = knownDeviceDays * 24 * 3600;

/**
 * Returns the name of an account's cookie. It differs for accounts that share a browser, and contains neither a name
 * nor an id.
 */
const deviceCookieName = ({ kind, id }: Pick<DeviceAccount, "kind" | "id">): string =>
  `sheaf_device_${hash("sha256", `${kind}:${id}`).slice(0, 16)}`;

/**
 * Creates the cookie that makes a browser known to the account for 90 days. A known browser can be refused only for its
 * own failed attempts, never for those of others: see sign-in-limits.ts.
 * @param device the browser's id from `knownDevice`, if the browser was known already
 */
export async function deviceCookie({ db, key }: Needs, account: DeviceAccount, device?: string): Promise<DeviceCookie> {
  const id = device ?? randomBytes(16).toString("base64url");
  const expires = Math.floor((await databaseNow(db)).getTime() / 1000) + lifeSeconds;
  const value = `${id}.${expires}.${sign(key, account, id, expires).toString("base64url")}`;
  return { name: deviceCookieName(account), value, maxAgeSeconds: lifeSeconds };
}

/** @returns the browser's id; undefined when the browser is not known to the account, or its cookie has expired */
export async function knownDevice(
  { db, key }: Needs,
  account: DeviceAccount,
  cookies: Cookies,
): Promise<string | undefined> {
  const token = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(cookies[deviceCookieName(account)] ?? "");
  const [, id = "", expires = "", signature = ""] = token ?? [];
  if (!token || !timingSafeEqual(Buffer.from(signature, "base64url"), sign(key, account, id, Number(expires)))) return;
  return Number(expires) * 1000 > (await databaseNow(db)).getTime() ? id : undefined;
}

/** Returns the `DeviceAccount` of a user. */
export const accountOf = ({ id, devicesKey }: { id: string; devicesKey: string }): DeviceAccount => ({
  kind: "user",
  id,
  devicesKey,
});

/** @throws AppError not-signed-in when the account was deleted a moment ago */
export async function deviceAccountOf(db: Db, { practiceId, userId }: Member): Promise<DeviceAccount> {
  const [user] = await db.select().from(users).where(ofUser(practiceId, userId));
  if (!user) throw new AppError("not-signed-in", "Your account no longer exists.");
  return accountOf(user);
}

/**
 * Returns what the attempt is counted against: the known device, or else the IP address.
 * @param account undefined when no account has the name that was entered
 */
export async function originOf(
  services: Needs,
  account: DeviceAccount | undefined,
  { address, cookies }: { address: string; cookies: Cookies },
): Promise<Origin> {
  const device = account && (await knownDevice(services, account, cookies));
  return device ? { device } : { address };
}

function sign(key: Buffer, { kind, id, devicesKey }: DeviceAccount, device: string, expires: number): Buffer {
  const signed = ["Sheaf known device", kind, id, devicesKey, device, expires].join("\n");
  return createHmac("sha256", key).update(signed).digest();
}
