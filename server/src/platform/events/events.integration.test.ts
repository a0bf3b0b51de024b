import { EventEmitter, once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../ids.ts";
import { announce, announceSessionEnd } from "./events.ts";

let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  anna = await signIn(server);
});
afterAll(() => server.close());

/** Opens an event stream as a browser's EventSource does. */
async function listen(client: SignedIn) {
  const { port } = server.app.server.address() as AddressInfo;
  const headers = { cookie: client.cookies() };
  const request = httpRequest({ port, host: "127.0.0.1", path: "/api/events", headers, agent: false });
  request.end();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  const changed = new EventEmitter();
  answer.setEncoding("utf8");
  answer.on("error", () => {}); // the test closes the connection
  answer.on("data", (more) => {
    text += more;
    changed.emit("more");
  });
  const received = async (words: string) => {
    while (!text.includes(words)) await once(changed, "more");
  };
  const closed = new Promise<void>((resolve) => answer.once("close", resolve));
  await received("connected");
  return { answer, text: () => text, received, closed, close: () => request.destroy() };
}

/** Another process: its own connection to the same database. */
const elsewhere = () => server.services.db;

test("a change is sent to browsers of its practice and to no others", async () => {
  const stranger = await signIn(server);
  const [mine, theirs] = [await listen(anna), await listen(stranger)];
  const id = newId();

  await announce(elsewhere(), anna.practiceId, { type: "job", id });
  const other = newId();
  await announce(elsewhere(), stranger.practiceId, { type: "customer", id: other });

  await mine.received(`data: {"type":"job","id":"${id}"}`);
  await theirs.received(other);
  expect(theirs.text()).not.toContain(id);
  expect(mine.answer.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  mine.close();
  theirs.close();
});

test("a stream begins with the recent changes of its practice: the page read its data before it opened", async () => {
  const earlier = await listen(anna);
  const stranger = await signIn(server);
  const [id, theirs, last] = [newId(), newId(), newId()];
  for (let times = 0; times < 2; times++) await announce(elsewhere(), anna.practiceId, { type: "customer", id });
  await announce(elsewhere(), stranger.practiceId, { type: "customer", id: theirs });
  await announce(elsewhere(), anna.practiceId, { type: "customer", id: last });
  await earlier.received(last);
  earlier.close();

  const later = await listen(anna);
  await later.received(last);
  expect(later.text().split(id)).toHaveLength(2);
  expect(later.text()).not.toContain(theirs);
  later.close();
});

test("a change that is rolled back is not announced", async () => {
  const mine = await listen(anna);
  const [undone, done] = [newId(), newId()];
  await server.services.db
    .transaction(async (tx) => {
      await announce(tx, anna.practiceId, { type: "job", id: undone });
      throw new Error("no");
    })
    .catch(() => {});
  await announce(elsewhere(), anna.practiceId, { type: "job", id: done });

  await mine.received(done);
  expect(mine.text()).not.toContain(undone);
  mine.close();
});

test("a request without a session is refused", async () => {
  expect((await server.app.inject("/api/events")).statusCode).toBe(401);
});

test("ending a session closes only its own streams", async () => {
  const person = await signIn(server);
  const mine = await listen(person);
  const other = await listen(anna);
  const { sessionId } = await sessionOf(person);

  await announceSessionEnd(elsewhere(), person.practiceId, sessionId);
  await mine.closed;

  const id = newId();
  await announce(elsewhere(), anna.practiceId, { type: "customer", id });
  await other.received(id);
  other.close();
});

test("events that directly follow the end of a session do not disturb other streams", async () => {
  const leaver = await signIn(server);
  const [theirs, mine] = [await listen(leaver), await listen(anna)];
  const { sessionId } = await sessionOf(leaver);
  await server.services.db.transaction(async (tx) => {
    await announceSessionEnd(tx, leaver.practiceId, sessionId);
    for (let times = 0; times < 20; times++) await announce(tx, leaver.practiceId, { type: "job", id: newId() });
  });
  await theirs.closed;

  const id = newId();
  await announce(elsewhere(), anna.practiceId, { type: "job", id });
  await mine.received(id);
  mine.close();
});

test("a broken database connection closes the streams, so that browsers reconnect and fetch missed changes", async () => {
  const mine = await listen(anna);
  await server.services.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sheaf-events' and datname = current_database()",
  );
  await mine.closed;

  const again = await listen(anna);
  const id = newId();
  await announce(elsewhere(), anna.practiceId, { type: "customer", id });
  await again.received(id);
  again.close();
});

async function sessionOf(person: SignedIn): Promise<{ sessionId: string }> {
  const { rows } = await server.services.pool.query("select id from sessions where user_id = $1", [person.userId]);
  return { sessionId: rows[0].id };
}
