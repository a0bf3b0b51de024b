/** Returns the message of what was thrown, which JavaScript does not require to be an Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
