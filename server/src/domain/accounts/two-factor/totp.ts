import { generateSecret, generateURI, verifySync } from "otplib";

const stepSeconds = 30;

/** @returns 20 random bytes in Base32, as authenticator apps take them */
export const newTotpSecret = (): string => generateSecret();

/** For a QR code: how authenticator apps learn of an account. */
export function totpUri(secret: string, account: { issuer: string; username: string }): string {
  return generateURI({ secret, issuer: account.issuer, label: account.username });
}

const withoutBlanks = (code: string) => code.replaceAll(/\s/g, "");

/** Whether it looks like a code of an authenticator app, as opposed to a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(withoutBlanks(code));

/**
 * Whether the six digits are those of now or of the step before or after: clocks differ, and typing takes time.
 * @param lastStep the step of the code that was taken last: it and all before are used up
 * @returns the step whose code it is; undefined when the code is wrong or was used
 */
export function totpStep(secret: string, code: string, lastStep: number | null, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const digits = withoutBlanks(code);
  const epoch = Math.floor(now.getTime() / 1000);
  const answer = verifySync({ secret, token: digits, epoch, epochTolerance: stepSeconds });
  if (!answer.valid) return undefined;
  const step = Math.floor(epoch / stepSeconds) + answer.delta;
  return lastStep === null || step > lastStep ? step : undefined;
}
