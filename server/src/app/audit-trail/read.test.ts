import { expect, test } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { readActionsOn, readAuditLog } from "./read.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
let entries = 0;
const entry = (action: string, more: object = {}) => ({
  id: `entry-${++entries}`,
  practiceId: "practice",
  userId: "anna",
  address: "192.0.2.1",
  subjectId: null,
  detail: null,
  at: at(0),
  action,
  ...more,
});

/** Reads entries from a database with these rows, by table; `removed` are the entries of removals. */
async function read(log: object[], { removed = [], ...rows }: Record<string, object[]> = {}) {
  let logs = 0;
  const { db, statements } = fakeDb(({ table }) => {
    if (table !== "audit_log") return rows[table];
    logs += 1;
    return logs === 1 ? log : removed;
  });
  return { shown: await readAuditLog(db, "practice", { limit: 30 }), statements };
}
const sentences = async (log: object[], rows: Record<string, object[]> = {}) =>
  (await read(log, rows)).shown.map(({ who, what }) => `${who}: ${what}`);

const people = [{ id: "anna", name: "Anna Okafor" }];

test("an entry has its time, its address, who did it and what it was", async () => {
  const { shown } = await read([entry("account.signed-in", { at: at(7) })], { users: people });
  expect(shown).toEqual([
    {
      id: `entry-${entries}`,
      action: "account.signed-in",
      subjectId: null,
      address: "192.0.2.1",
      at: "2026-11-20T10:07:00.000Z",
      who: "Anna Okafor",
      what: "Signed in",
    },
  ]);
});

test("what no user did was done by Sheaf, and what an unknown one did by a former member", async () => {
  const log = [entry("payment.recorded", { userId: null }), entry("account.signed-in", { userId: "gone" })];
  expect(await sentences(log, { users: people })).toEqual(["Sheaf: Recorded a payment", "A former member: Signed in"]);
});

test("an action that this version does not know is shown by its name", async () => {
  expect(await sentences([entry("moon.landed"), entry("constructor")], { users: people })).toEqual([
    "Anna Okafor: moon.landed",
    "Anna Okafor: constructor",
  ]);
});

test("a page begins after the entry that the page before ended with, in the same practice", async () => {
  const { db, statements } = fakeDb();
  await readAuditLog(db, "practice", { limit: 30 });
  await readAuditLog(db, "practice", { limit: 7, cursor: "last" });
  expect(statements.map(({ limit, where }) => [limit, where?.params, where?.text.includes("<")])).toEqual([
    [30, ["practice"], false],
    [7, ["practice"], true],
  ]);
});

test("no names are looked up for entries of Sheaf that are about nothing", async () => {
  const { shown, statements } = await read([entry("payment.recorded", { userId: null })]);
  expect(shown.map(({ who }) => who)).toEqual(["Sheaf"]);
  expect(statements.map(({ table }) => table)).toEqual(["audit_log"]);
});

test("entries name customers, members, jobs and invitations as they are called now", async () => {
  const log = [
    entry("customer.changed", { subjectId: "c" }),
    entry("member.made-owner", { subjectId: "anna" }),
    entry("job.downloaded", { subjectId: "j" }),
    entry("invitation.sent", { subjectId: "i" }),
  ];
  const rows = {
    users: people,
    customers: [{ id: "c", name: "the customer Oak Ltd" }],
    jobs: [{ id: "j", name: "Oak Ltd" }],
    invitations: [{ id: "i", name: "ben@example.com" }],
  };
  expect(await sentences(log, rows)).toEqual([
    "Anna Okafor: Changed the customer Oak Ltd",
    "Anna Okafor: Made Anna Okafor the owner",
    "Anna Okafor: Downloaded what was made for Oak Ltd",
    "Anna Okafor: Invited ben@example.com",
  ]);
});

const aboutGone = [
  entry("customer.changed", { subjectId: "c" }),
  entry("member.made-owner", { subjectId: "m" }),
  entry("job.downloaded", { subjectId: "j" }),
  entry("invitation.sent", { subjectId: "i" }),
];

test("what is gone has the name from the entry of its removal", async () => {
  const removed = [
    entry("customer.deleted", { subjectId: "c", detail: { name: "Oak Ltd" } }),
    entry("member.removed", { subjectId: "m", detail: { name: "Ben Miller" } }),
    entry("sample.removed", { subjectId: "j", detail: { name: "Sample papers" } }),
    entry("invitation.taken-back", { subjectId: "i", detail: { name: "ben@example.com" } }),
  ];
  expect(await sentences(aboutGone, { users: people, removed })).toEqual([
    "Anna Okafor: Changed the customer Oak Ltd",
    "Anna Okafor: Made Ben Miller the owner",
    "Anna Okafor: Downloaded what was made for Sample papers",
    "Anna Okafor: Invited ben@example.com",
  ]);
});

test("what is gone without a name is called a deleted customer, a former member or somebody", async () => {
  const unnamed = [
    entry("customer.deleted", { subjectId: "c" }),
    entry("customer.deleted", { subjectId: null, detail: { name: "Nothing" } }),
    entry("member.removed", { subjectId: "m", detail: {} }),
  ];
  expect(await sentences(aboutGone, { users: people, removed: unnamed })).toEqual([
    "Anna Okafor: Changed a deleted customer",
    "Anna Okafor: Made a former member the owner",
    "Anna Okafor: Downloaded what was made for a deleted customer",
    "Anna Okafor: Invited somebody",
  ]);
});

test("no removals are looked up while everything named is still there", async () => {
  const { statements } = await read([entry("account.signed-in")], { users: people });
  expect(statements.filter(({ table }) => table === "audit_log")).toHaveLength(1);
  const gone = await read([entry("account.signed-in", { userId: "gone" })], { users: people });
  expect(gone.statements.filter(({ table }) => table === "audit_log")).toHaveLength(2);
});

const about = (action: string, detail: object, more: object = {}) =>
  entry(action, { subjectId: "j", detail, at: at(3), ...more });
const named = { users: people, jobs: [{ id: "j", name: "Oak Ltd" }] };

test("files have the names that they had at the time of the entry", async () => {
  const log = [
    about("file.left-out", { file: "f1" }, { at: at(6) }),
    about("file.replaced", { file: "f1" }, { at: at(5) }),
    about("file.left-out", { file: "f1" }, { at: at(4) }),
    about("file.replaced", { file: "f1" }, { at: at(2) }),
    about("job.retried", { file: "f1,f2,gone" }, { at: at(1) }),
  ];
  const rows = {
    ...named,
    job_files: [
      { id: "f1", name: "c.pdf" },
      { id: "f2", name: "other.pdf" },
    ],
    job_events: [
      { fileId: "f1", fileName: "a.pdf", newName: "b.pdf", at: at(2) },
      { fileId: "f1", fileName: "b.pdf", newName: "c.pdf", at: at(5) },
    ],
  };
  expect(await sentences(log, rows)).toEqual([
    "Anna Okafor: Left c.pdf out of the upload for Oak Ltd",
    "Anna Okafor: Replaced b.pdf with c.pdf for Oak Ltd",
    "Anna Okafor: Left b.pdf out of the upload for Oak Ltd",
    "Anna Okafor: Replaced a.pdf with b.pdf for Oak Ltd",
    "Anna Okafor: Retried a.pdf and other.pdf for Oak Ltd",
  ]);
});

test("an entry whose file is not known any more, or that names none, speaks of a file", async () => {
  const log = [
    about("file.replaced", { file: "gone" }),
    about("file.left-out", { file: "" }),
    about("file.left-out", { file: 3 }),
  ];
  expect(await sentences(log, named)).toEqual([
    "Anna Okafor: Replaced a file for Oak Ltd",
    "Anna Okafor: Left a file out of the upload for Oak Ltd",
    "Anna Okafor: Left a file out of the upload for Oak Ltd",
  ]);
});

test("files and emails are looked up only for entries that name some", async () => {
  const tables = async (detail: object, more: object = {}) =>
    (await read([about("job.retried", detail, more)], named)).statements.map(({ table }) => table);
  expect(await tables({})).not.toContain("job_files");
  expect(await tables({})).not.toContain("deliveries");
  expect(await tables({ file: "f1" })).toEqual(expect.arrayContaining(["job_events", "job_files"]));
  expect(await tables({ file: "f1" })).not.toContain("deliveries");
  expect(await tables({ delivery: "d1" })).toContain("deliveries");
  expect(await tables({ file: "f1", delivery: "d1" }, { subjectId: null })).not.toContain("job_files");
  expect(await tables({ file: "f1", delivery: "d1" }, { subjectId: null })).not.toContain("deliveries");
});

test("emails have their recipients, each named once, and a corrected one has both addresses", async () => {
  const log = [
    about("email.redirected", { delivery: "d2" }),
    about("email.undone", { emails: 3, delivery: "d1,d3,d4,gone" }),
    about("email.stopped", { delivery: "gone" }),
  ];
  const deliveries = [
    { id: "d1", recipient: "old@example.com", replacedById: "d2" },
    { id: "d2", recipient: "new@example.com", replacedById: null },
    { id: "d3", recipient: "old@example.com", replacedById: null },
    { id: "d4", recipient: "other@example.com", replacedById: null },
  ];
  expect(await sentences(log, { ...named, deliveries })).toEqual([
    "Anna Okafor: Sent the email to old@example.com for Oak Ltd to new@example.com instead",
    "Anna Okafor: Took back 3 emails to old@example.com and other@example.com for Oak Ltd",
    "Anna Okafor: Stopped an email for Oak Ltd",
  ]);
});

test("the entries about one object are told in the same words", async () => {
  const about = [entry("job.downloaded", { subjectId: "j" })];
  const rows: Record<string, object[]> = { ...named, audit_log: about };
  const { db } = fakeDb(({ table }) => rows[table]);
  expect(await readActionsOn(db, "practice", "j")).toMatchObject([
    { who: "Anna Okafor", what: "Downloaded what was made for Oak Ltd" },
  ]);
});
