import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { nameStatements, type Prepared } from "./statement-names.ts";

/** Time without data after which the server is checked; the check may take as long again. */
export const defaultSilenceMs = 5_000;
/** Additional time for data that was in transit during the check. */
const graceMs = 1_000;
const keepAliveAfterMs = 10_000;

export interface WatchedConfig extends pg.ClientConfig {
  /** Time without data, while a response is expected, after which the server is checked. */
  silenceMs?: number;
  /** Statements that are prepared under a name; none when left out. */
  prepared?: Prepared;
}

/**
 * A connection that detects a broken network. Where packets are lost (a disconnected network, a replaced server), TCP
 * gives up only after about 15 minutes. This client instead checks a silent server over a second connection, so that a
 * statement may take as long as it needs; when the check fails, or the server no longer works on the statement, the
 * connection is destroyed. Not for COPY, during which the server waits for a slow reader.
 */
export class WatchedClient extends pg.Client {
  constructor({ silenceMs = defaultSilenceMs, prepared, ...config }: WatchedConfig = {}) {
    const kept = { ...config, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs };
    super(kept);
    if (prepared) nameStatements(this, prepared);
    // Pending queries are rejected with the error; without a listener it would end the process.
    this.on("error", () => {});
    watch(this, silenceMs, (pid) => isAtWork(kept, pid, silenceMs));
  }
}

/** Destroys the connection when it is silent for `silenceMs` and `isAtWork` returns false. */
function watch(client: pg.Client, silenceMs: number, isAtWork: (pid: number) => Promise<boolean>): void {
  const { connection } = client;
  let pid = 0;
  let sentWhenReady = -1;
  let receivedBefore = -1;
  let checking = false;
  connection.on("backendKeyData", (key: { processID: number }) => {
    pid = key.processID;
  });
  // Runs before the driver's own listener, which sends the next query.
  connection.on("readyForQuery", () => {
    sentWhenReady = bytesOf(connection).sent;
  });

  const checkSilence = async () => {
    const { sent, received } = bytesOf(connection);
    const silent = sent !== sentWhenReady && received === receivedBefore;
    receivedBefore = received;
    if (!silent || checking) return;
    checking = true;
    const atWork = await isAtWork(pid);
    if (!atWork) await delay(graceMs);
    checking = false;
    if (atWork || bytesOf(connection).received !== received) return;
    connection.stream.destroy(new Error("Connection terminated: the server no longer responds"));
  };
  client.once("connect", () => {
    const timer = setInterval(checkSilence, silenceMs);
    timer.unref();
    client.once("end", () => clearInterval(timer));
  });
}

function bytesOf({ stream }: pg.Connection): { sent: number; received: number } {
  if (!(stream instanceof Socket)) throw new TypeError("A connection to PostgreSQL is a socket");
  return { sent: stream.bytesWritten, received: stream.bytesRead };
}

/** Returns whether the server can be reached and works on a statement of the connection with this process number. */
async function isAtWork(config: pg.ClientConfig, pid: number, withinMs: number): Promise<boolean> {
  const probe = new pg.Client({ ...config, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  probe.on("error", () => {});
  let own = 0;
  probe.connection.on("backendKeyData", (key: { processID: number }) => {
    own = key.processID;
  });
  try {
    await probe.connect();
    const { rows } = await probe.query<{ working: boolean }>(isWorkingQuery, [pid, own]);
    return rows[0]?.working === true;
  } catch (error) {
    // A server that refuses the connection, for example because it has too many, is alive.
    return error instanceof pg.DatabaseError;
  } finally {
    probe.end().catch(() => {});
  }
}

/**
 * A backend that is sending its response does not count as working, because this process reads everything that arrives.
 * Behind a connection pooler the process numbers are not those of the server, so the result is always true.
 */
const isWorkingQuery = `
  select pg_backend_pid() <> $2 or exists (
    select 1 from pg_stat_activity
    where pid = $1 and state in ('active', 'disabled') and wait_event is distinct from 'ClientWrite'
  ) as working`;
