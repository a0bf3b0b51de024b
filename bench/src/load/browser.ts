import type { AnswerName } from "@sheaf/contracts/answers.ts";
import { changes } from "@sheaf/contracts/changes.ts";
import { changeEvent } from "@sheaf/contracts/events.ts";
import { type Job, job } from "@sheaf/contracts/jobs.ts";
import { listPage, selectedItems } from "@sheaf/contracts/limits.ts";
import { newId } from "@sheaf/server/platform/ids.ts";
import type { PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import { pace } from "../../../web/src/api/pace.ts";
import { throttle } from "../../../web/src/api/throttle.ts";
import { hasVersion, noteVersion, takeUnread, type Versions } from "../../../web/src/api/versions.ts";
import { type Answered, type Asked, type Connections, openConnections, openStream } from "./http.ts";
import type { Journal } from "./journal.ts";

/** Pages that a simulated user has open. */
export const screens = ["dashboard", "audit trail"] as const;
export type Screen = (typeof screens)[number];

/** The answers that each screen reads again when jobs have changed (web/src/api/change-reader.ts). */
const around: Record<Screen, AnswerName[]> = {
  dashboard: ["stats", "usage", "counts", "recent", "notifications"],
  "audit trail": ["counts", "notifications"],
};
const list = `/api/jobs?limit=${listPage.jobs}`;

export type NewFile = [name: string, content: Uint8Array<ArrayBuffer>];

/** How a job ended, and when this browser had received its status (`performance.now()`). */
export interface Ended {
  at: number;
  status: "completed" | "failed";
}

export interface Taken {
  /** Resolves when the event stream has announced the PDF and it has been fetched. Never resolves without an event. */
  ended: Promise<Ended>;
}

/** A signed-in user with a page open: its event stream, and the requests that the page makes after a change. */
export interface Browser {
  /**
   * Submits files as one job.
   * @param dueAt the time from which the user waited
   * @returns the accepted job; undefined when it was not accepted, which is recorded in the journal
   */
  submit(files: NewFile[], dueAt: number): Promise<Taken | undefined>;
  close(): void;
}

/** @throws Error when it cannot sign in */
export async function openBrowser(
  url: string,
  client: PracticeClient,
  screen: Screen,
  journal: Journal,
): Promise<Browser> {
  const connections = openConnections(url);
  const ended = new Map<string, Ended>();
  const waiting = new Map<string, (how: Ended) => void>();
  /** The versions of the jobs that this browser has read, and of those that it has counted. */
  const known: Versions = new Map();
  const counted: Versions = new Map();
  /** Announced versions that are to be read, and to be counted. */
  const changed: Versions = new Map();
  const uncounted: Versions = new Map();
  let aroundDue = false;
  let reading = false;
  let closed = false;

  const cookie = await signIn(connections, client);

  /** @returns undefined when the response was unexpected, which is recorded in the journal */
  async function ask(kind: string, path: string, asked: Asked & { expected?: number; since?: number } = {}) {
    const { expected = 200, since = performance.now() } = asked;
    const outcome = await connections
      .ask(path, { ...asked, headers: { ...asked.headers, cookie } })
      .catch((error: Error) => error);
    if (closed) return undefined;
    if (!(outcome instanceof Error)) journal.answered(kind, since);
    if (!(outcome instanceof Error) && outcome.status === expected) return outcome;
    journal.failed.push(`${kind}: ${outcome instanceof Error ? outcome.message : `${outcome.status} ${outcome.body}`}`);
    return undefined;
  }

  const readSoon = throttle(pace.gatherMs, () => setTimeout(() => void read(), pace.togetherMs), pace.burst);
  const readAround = throttle(pace.answersMs, () => {
    aroundDue = true;
    readSoon();
  });
  const readList = throttle(pace.answersMs, () => void ask(`GET ${list}`, list));

  /** Reads what has changed and is not known, one request at a time, as the page does. */
  async function read() {
    if (reading || closed) return;
    const ids = takeUnread(changed, (...job) => hasVersion(known, ...job), selectedItems);
    const counts = aroundDue ? takeUnread(uncounted, (...job) => hasVersion(counted, ...job)) : new Map();
    aroundDue = false;
    if (ids.size + counts.size === 0) return;
    reading = true;
    const [kind, answers] =
      counts.size > 0 ? ["GET /api/changes with answers", around[screen]] : ["GET /api/changes", []];
    const answer = await ask(kind, `/api/changes?jobs=${[...ids.keys()]}&answers=${answers}`);
    if (answer) {
      const { jobs } = changes.parse(JSON.parse(answer.body.toString()));
      for (const [id, version] of counts) if (Number.isFinite(version)) noteVersion(counted, id, version);
      for (const { id, version } of counts.size > 0 ? jobs : []) noteVersion(counted, id, version);
      for (const job of jobs) note(job);
    }
    reading = false;
    if (changed.size > 0 || aroundDue) readSoon();
  }

  function note({ id, version, status }: Job) {
    if (screen === "audit trail" && !known.has(id)) readList();
    noteVersion(known, id, version);
    if ((status !== "completed" && status !== "failed") || ended.has(id)) return;
    const how = { at: performance.now(), status };
    ended.set(id, how);
    waiting.get(id)?.(how);
    waiting.delete(id);
  }

  async function ending(id: string): Promise<Ended> {
    return ended.get(id) ?? new Promise<Ended>((resolve) => waiting.set(id, resolve));
  }

  async function fetched(id: string, name: string, how: Ended): Promise<Ended> {
    if (how.status === "failed") return how;
    const pdf = await ask("GET /api/jobs/ID/download", `/api/jobs/${id}/download`);
    if (pdf && !isPdf(pdf)) journal.failed.push(`${name}: what was fetched is no PDF`);
    return how;
  }

  function onEvent(data: string) {
    const event = changeEvent.parse(JSON.parse(data));
    if (event.type !== "job") return;
    const { id, version = Number.POSITIVE_INFINITY } = event;
    if (!hasVersion(counted, id, version)) count(id, version);
    if (hasVersion(known, id, version)) return;
    noteVersion(changed, id, version);
    readSoon();
  }

  function count(id: string, version: number) {
    noteVersion(uncounted, id, version);
    readAround();
  }

  const stream = await openStream(
    `${url}/api/events`,
    { cookie },
    { onEvent, ended: () => journal.failed.push("GET /api/events: the stream broke off") },
  );
  if (screen === "audit trail") readList();

  return {
    async submit(files, dueAt) {
      const form = await formOf(client.customerId, files);
      const answer = await ask("POST /api/jobs", "/api/jobs", { ...form, method: "POST", expected: 201, since: dueAt });
      if (!answer) return undefined;
      const made = job.parse(JSON.parse(answer.body.toString()));
      const { id, version } = made;
      note(made);
      count(id, version);
      const [name = ""] = files[0] ?? [];
      client.taken.set(id, name);
      return { ended: ending(id).then((how) => fetched(id, name, how)) };
    },
    close() {
      closed = true;
      readSoon.stop();
      readAround.stop();
      readList.stop();
      stream.close();
      connections.close();
    },
  };
}

/**
 * @returns the session's cookie
 * @throws Error when the sign-in is refused
 */
export async function signIn(connections: Connections, { username, password }: PracticeClient): Promise<string> {
  const body = Buffer.from(JSON.stringify({ username, password }));
  const headers = { "content-type": "application/json" };
  const answer = await connections.ask("/api/login", { method: "POST", headers, body });
  if (answer.status !== 200) throw new Error(`Signing in returned ${answer.status}: ${answer.body}`);
  return (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
}

async function formOf(customerId: string, files: NewFile[]) {
  const form = new FormData();
  form.append("customerId", customerId);
  form.append("sendEmail", "true");
  for (const [name, content] of files) form.append("files", new Blob([content]), name);
  const encoded = new Response(form);
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "", "idempotency-key": newId() },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

const isPdf = ({ body }: Answered) => body.subarray(0, 5).toString("latin1") === "%PDF-";
