import pg from "pg";

/**
 * Ends the set-up, as if an operator had set this installation up as a service: there is no account yet, and practices
 * may sign up.
 */
export const endSetUpAt = (url: string): Promise<void> =>
  inDatabase(url, "update installation_set_up set ended_at = coalesce(ended_at, now())");

/** Reopens the set-up, as in a new installation. Processes that know that set-up has ended do not check again. */
export const openSetUpAt = (url: string): Promise<void> =>
  inDatabase(url, "update installation_set_up set ended_at = null, failures = 0, failed_at = null");

async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
