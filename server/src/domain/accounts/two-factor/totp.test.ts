import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

const secret = newTotpSecret();
const now = new Date("2026-11-20T10:00:00Z");
const step = Math.floor(now.getTime() / 30_000);
const codeAt = (steps: number) => generateSync({ secret, epoch: now.getTime() / 1000 + steps * 30 });

test("codes of the current, previous and next time step are accepted, others are not", () => {
  expect([-2, -1, 0, 1, 2].map((steps) => totpStep(secret, codeAt(steps), null, now))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
});

test("spaces in a code are ignored, any other text is refused", () => {
  const code = codeAt(0);
  expect(totpStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, null, now)).toBe(step);
  for (const wrong of ["", "12345", "1234567", "abcdef", "k7qm-x2vd-0000-0000"]) {
    expect(totpStep(secret, wrong, null, now)).toBeUndefined();
  }
});

test("a used code and all earlier codes are refused", () => {
  expect(totpStep(secret, codeAt(0), step, now)).toBeUndefined();
  expect(totpStep(secret, codeAt(-1), step, now)).toBeUndefined();
  expect(totpStep(secret, codeAt(1), step, now)).toBe(step + 1);
});

test("the URI for authenticator apps contains the issuer and the username", () => {
  const uri = new URL(totpUri(secret, { issuer: "Sheaf & Co", username: "priya.nair" }));
  expect(decodeURIComponent(uri.pathname)).toBe("/Sheaf & Co:priya.nair");
  expect(uri.searchParams.get("secret")).toBe(secret);
  expect(uri.searchParams.get("issuer")).toBe("Sheaf & Co");
});
