import { generateSync } from "otplib";

/** Returns the six digits that an authenticator app shows now, or `steps` times 30 seconds later. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
