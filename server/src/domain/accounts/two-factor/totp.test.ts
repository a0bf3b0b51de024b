import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

const secret = newTotpSecret();
const now = new Date("2026-11-20T10:00:00Z");
const step = Math.floor(now.getTime() / 30_000);
const codeAt = (steps: number) => generateSync({ secret, epoch: now.getTime() / 1000 + steps * 30 });

test("codes of now and of the steps beside it are taken, others are not", () => {
  expect([-2, -1, 0, 1, 2].map((steps) => totpStep(secret, codeAt(steps), null, now))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
});

test("blanks between the digits do not matter, anything else does", () => {
  const code = codeAt(0);
  expect(totpStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, null, now)).toBe(step);
  for (const wrong of ["", "12345", "1234567", "abcdef", "k7qm-x2vd-0000-0000"]) {
    expect(totpStep(secret, wrong, null, now)).toBeUndefined();
  }
});

test("a code is good once, and so is every one before it", () => {
  expect(totpStep(secret, codeAt(0), step, now)).toBeUndefined();
  expect(totpStep(secret, codeAt(-1), step, now)).toBeUndefined();
  expect(totpStep(secret, codeAt(1), step, now)).toBe(step + 1);
});

test("authenticator apps are told whose account it is", () => {
  const uri = new URL(totpUri(secret, { issuer: "Sheaf & Co", username: "priya.nair" }));
  expect(decodeURIComponent(uri.pathname)).toBe("/Sheaf & Co:priya.nair");
  expect(uri.searchParams.get("secret")).toBe(secret);
  expect(uri.searchParams.get("issuer")).toBe("Sheaf & Co");
});
