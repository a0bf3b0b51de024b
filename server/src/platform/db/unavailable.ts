import { errorOrCauseMatches } from "../error-chain.ts";

/** Error codes of the network for a server that cannot be reached. */
const networkCodes = [
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
/**
 * PostgreSQL's codes for a server that is shutting down, has crashed, is starting, or accepts no more connections
 * (appendix A).
 */
const postgresCodes = ["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"];
const codes = new Set([...networkCodes, ...postgresCodes]);

/** The driver's messages for a connection that breaks during a query; these errors have no code. */
const driverMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;

/**
 * Returns whether a query failed because the database could not be reached or the connection broke before it finished.
 * The query may have been executed completely or not at all.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  errorOrCauseMatches(error, ({ message }, code) => codes.has(String(code)) || driverMessages.test(message));
