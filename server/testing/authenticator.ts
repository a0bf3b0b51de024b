import { generateSync } from "otplib";

/**
 * Returns the six digits that an authenticator app shows now, or `steps` times 30 seconds later. A code of before is
 * not offered: it is refused when the next 30 seconds begin between this call and the check.
 * @param steps 1 for a sign-in right after the current code was used: the server accepts it, as clocks differ
 */
export const codeOf = (secret: string, steps: 0 | 1 = 0): string =>
  generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
