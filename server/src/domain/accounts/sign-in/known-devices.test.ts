import { expect, test } from "vitest";
import { accountOf, deviceCookie, knownDevice, originOf } from "./known-devices.ts";

const key = Buffer.alloc(32, 7);
const account = accountOf({ id: "anna", devicesKey: "k1" });
const now = Date.parse("2026-11-20T12:00:00.900Z");
const lifeMs = 90 * 24 * 3_600_000;

/** @param laterMs how much later than `now` it is in the database */
const at = (laterMs = 0, own = key) => ({
  db: { execute: async () => ({ rows: [{ now: new Date(now + laterMs).toISOString() }] }) } as never,
  key: own,
});

async function cookies(device?: string) {
  const { name, value } = await deviceCookie(at(), account, device);
  return { [name]: value };
}

test("a cookie lives for 90 days, and has no name or id in it", async () => {
  const { name, value, maxAgeSeconds } = await deviceCookie(at(), account);
  expect(name).toMatch(/^sheaf_device_[0-9a-f]{16}$/);
  expect(maxAgeSeconds * 1000).toBe(lifeMs);
  expect(value.split(".")[0]).toMatch(/^[\w-]{22}$/);
  expect(Number(value.split(".")[1])).toBe(Math.floor((now + lifeMs) / 1000));
});

test("a device that is known keeps its id, and is known until its cookie ends", async () => {
  const device = "a".repeat(22);
  const known = await cookies(device);
  expect(await knownDevice(at(), account, known)).toBe(device);
  expect(await knownDevice(at(lifeMs - 901), account, known)).toBe(device);
  expect(await knownDevice(at(lifeMs - 900), account, known)).toBeUndefined();
});

test("a device is known to its account alone, and with its keys alone", async () => {
  const known = await cookies();
  const [[, value] = []] = Object.entries(known);
  for (const other of [
    { ...account, id: "ben" },
    { ...account, kind: "admin" as const },
    { ...account, devicesKey: "k2" },
  ]) {
    const { name } = await deviceCookie(at(), other);
    expect(await knownDevice(at(), other, { ...known, [name]: value })).toBeUndefined();
  }
  expect(await knownDevice(at(0, Buffer.alloc(32, 8)), account, known)).toBeUndefined();
});

test("a changed cookie, or none, makes no known device", async () => {
  const [[name = "", value = ""] = []] = Object.entries(await cookies());
  const [device, expires, signature] = value.split(".");
  for (const changed of ["", "x", `${device}.${Number(expires) + 1}.${signature}`, `${value}x`, `x${value}`]) {
    expect(await knownDevice(at(), account, { [name]: changed })).toBeUndefined();
  }
  expect(await knownDevice(at(), account, {})).toBeUndefined();
});

test("attempts come from the known device, else from the address", async () => {
  const device = "b".repeat(22);
  const request = { address: "192.0.2.1", cookies: await cookies(device) };
  expect(await originOf(at(), account, request)).toEqual({ device });
  expect(await originOf(at(), undefined, request)).toEqual({ address: "192.0.2.1" });
  expect(await originOf(at(), account, { ...request, cookies: {} })).toEqual({ address: "192.0.2.1" });
});
