import { openDb } from "@sheaf/server/db/connect.ts";
import { openLog } from "@sheaf/server/log.ts";
import { openDatabase } from "@sheaf/server/process/database.ts";
import type { Installation } from "./harness.ts";

/** As if the practice had paid 31 days ago and not since. Open pages do not hear of it, as they would not in life. */
export async function endSubscription(sheaf: Installation, username: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: sheaf.dataDir });
  const { pool, close } = openDb(database.url, openLog({ name: "journey", level: "silent" }), 1);
  try {
    await pool.query(
      `update periods set starts_at = now() - interval '31 days', ends_at = now() - interval '1 day'
       where practice_id = (select practice_id from users where username = $1)`,
      [username],
    );
  } finally {
    await close();
    await database.stop();
  }
}
