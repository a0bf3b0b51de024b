import { isOrCameOf } from "../error-chain.ts";

/** How the network says that a server is not there. */
const codesOfTheNetwork = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
];
/** PostgreSQL's own: it shuts down, has crashed, is just starting, or takes no more connections (appendix A). */
const codesOfPostgres = ["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"];
const codes = new Set([...codesOfTheNetwork, ...codesOfPostgres]);

/** The driver names no code when a connection breaks under a query. */
const wordsOfTheDriver =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;

/**
 * Whether a query failed because the database could not be reached, or not to its end: none of it, or all of it, is
 * done.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isOrCameOf(error, ({ message }, code) => codes.has(String(code)) || wordsOfTheDriver.test(message));
