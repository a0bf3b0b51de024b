import { generateSecret, generateURI, verifySync } from "otplib";

const stepSeconds = 30;

/** @returns 20 random bytes in Base32, the format of authenticator apps */
export const newTotpSecret = (): string => generateSecret();

/** Returns the URI for the QR code with which an authenticator app adds the account. */
export function totpUri(secret: string, account: { issuer: string; username: string }): string {
  return generateURI({ secret, issuer: account.issuer, label: account.username });
}

const withoutSpaces = (code: string) => code.replaceAll(/\s/g, "");

/** Tells whether a text looks like a code of an authenticator app, as opposed to a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code));

/**
 * Checks a code against the current time step and the ones before and after: clocks differ, and typing takes time.
 * @param lastStep the step of the code that was used last: that code and all earlier ones are refused
 * @returns the time step of the code; undefined when the code is wrong or was used
 */
export function totpStep(secret: string, code: string, lastStep: number | null, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const digits = withoutSpaces(code);
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: digits, epoch, epochTolerance: stepSeconds });
  if (!result.valid) return undefined;
  const step = Math.floor(epoch / stepSeconds) + result.delta;
  return lastStep === null || step > lastStep ? step : undefined;
}
