import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** Without a word for so long, and the server is asked whether it is still at work; it then has as long to answer. */
export const usualSilenceMs = 5_000;
/** What was on its way while the server was asked has so long to arrive. */
const lateMs = 1_000;
const keepAliveAfterMs = 10_000;

export interface WatchedConfig extends pg.ClientConfig {
  /** How long a server that was asked something may say nothing. */
  silenceMs?: number;
}

/**
 * A connection that does not wait for a dead line. Where packets vanish (a network that is cut, a server that was
 * replaced), TCP gives up after a quarter of an hour. A silent server is asked over a second connection instead, so
 * that a statement may take as long as it needs; when nobody answers there, or the server no longer works on it, the
 * connection breaks as if it had been cut. Not for COPY, whose server waits for whoever reads slowly.
 */
export class WatchedClient extends pg.Client {
  constructor({ silenceMs = usualSilenceMs, ...config }: WatchedConfig = {}) {
    const kept = { ...config, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs };
    super(kept);
    // Whoever asked something is told by that; without a listener a break would end the process.
    this.on("error", () => {});
    watch(this, silenceMs, (pid) => isAtWork(kept, pid, silenceMs));
  }
}

/** Breaks the connection off when it is silent for so long and `isAtWork` says no. */
function watch(client: pg.Client, silenceMs: number, isAtWork: (pid: number) => Promise<boolean>): void {
  const { connection } = client;
  let pid = 0;
  let sentWhenReady = -1;
  let receivedBefore = -1;
  let asking = false;
  connection.on("backendKeyData", (key: { processID: number }) => {
    pid = key.processID;
  });
  // Before the driver's own listener, which sends what waits.
  connection.on("readyForQuery", () => {
    sentWhenReady = bytesOf(connection).sent;
  });

  const look = async () => {
    const { sent, received } = bytesOf(connection);
    const silent = sent !== sentWhenReady && received === receivedBefore;
    receivedBefore = received;
    if (!silent || asking) return;
    asking = true;
    const atWork = await isAtWork(pid);
    if (!atWork) await delay(lateMs);
    asking = false;
    if (atWork || bytesOf(connection).received !== received) return;
    connection.stream.destroy(new Error("Connection terminated: the server no longer answers"));
  };
  client.once("connect", () => {
    const timer = setInterval(look, silenceMs);
    timer.unref();
    client.once("end", () => clearInterval(timer));
  });
}

function bytesOf({ stream }: pg.Connection): { sent: number; received: number } {
  if (!(stream instanceof Socket)) throw new TypeError("A connection to PostgreSQL is a socket");
  return { sent: stream.bytesWritten, received: stream.bytesRead };
}

/** Whether the server can be reached and is at work for the connection with this number. */
async function isAtWork(config: pg.ClientConfig, pid: number, withinMs: number): Promise<boolean> {
  const asking = new pg.Client({ ...config, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  asking.on("error", () => {});
  let own = 0;
  asking.connection.on("backendKeyData", (key: { processID: number }) => {
    own = key.processID;
  });
  try {
    await asking.connect();
    const { rows } = await asking.query<{ working: boolean }>(question, [pid, own]);
    return rows[0]?.working === true;
  } catch (error) {
    // A server that refuses, as one with too many connections does, is there.
    return error instanceof pg.DatabaseError;
  } finally {
    asking.end().catch(() => {});
  }
}

/**
 * One that writes its answer is not at work: we read all that comes. Behind a pooler the numbers are not the server's,
 * and nothing can be said.
 */
const question = `
  select pg_backend_pid() <> $2 or exists (
    select 1 from pg_stat_activity
    where pid = $1 and state in ('active', 'disabled') and wait_event is distinct from 'ClientWrite'
  ) as working`;
