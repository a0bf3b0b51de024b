import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test, vi } from "vitest";
import { scriptedDb } from "../../../testing/scripted-db.ts";
import { MailError } from "../../platform/mail/transport.ts";
import { openOutbox } from "./outbox/outbox.ts";
import { listOutbox } from "./outbox/outbox-list.ts";
import { sendTestEmail } from "./test-email.ts";

vi.mock("../billing/index.ts", async (original) => ({ ...(await original<object>()), requireActive: vi.fn() }));

const message = {
  practiceId: "p1",
  deliveryId: "d1",
  from: { name: "Okafor", address: "sheaf@x" },
  to: "a@x",
  subject: "Papers",
  text: "Text",
};

test("the outbox keeps an email with the names and sizes of its files, and announces it", async () => {
  const { db, given, announced } = scriptedDb();
  const outbox = openOutbox(db);
  expect(outbox).toMatchObject({ name: "outbox", maxBytes: 25 * MB });
  const attachments = [{ name: "a.pdf", sizeBytes: 3, path: "/a" }];
  expect(await outbox.send({ ...message, html: "<p>", attachments } as never)).toEqual({ answer: null });
  const kept = { practiceId: "p1", sender: "Okafor <sheaf@x>", recipient: "a@x", subject: "Papers", text: "Text" };
  expect(given("insert outbox_messages")).toEqual([
    { ...kept, id: "d1", html: "<p>", attachments: [{ name: "a.pdf", sizeBytes: 3 }] },
  ]);
  expect(announced).toEqual([{ type: "outbox" }]);
});

test("the outbox keeps an email without a delivery, files or HTML, and none about an account", async () => {
  const { db, given } = scriptedDb();
  await openOutbox(db).send({ ...message, deliveryId: undefined } as never);
  const [{ id, ...kept } = { id: "" }] = given("insert outbox_messages") as { id: string }[];
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(kept).toMatchObject({ html: "", attachments: [] });
  await expect(openOutbox(db).send({ ...message, practiceId: null } as never)).rejects.toThrow("Emails about accounts");
});

test.each([
  [1, undefined],
  [2, undefined],
  [3, "m2"],
])("of %s emails, a page of two names the next page after %s", async (number, next) => {
  const rows = Array.from({ length: number }, (_, index) => ({ id: `m${index + 1}`, createdAt: new Date(0) }));
  const { db, statements } = scriptedDb({ "select outbox_messages": [rows], "count outbox_messages": [number] });
  const page = await listOutbox(db, "p1", { limit: 2 });
  expect(page.messages.map(({ id }) => id)).toEqual(["m1", "m2"].slice(0, number));
  expect(page).toMatchObject({ total: number, next });
  expect(statements[0]).toMatchObject({ limit: 3, params: ["p1"] });
});

test("a page begins after its cursor", async () => {
  const { db, statements } = scriptedDb();
  expect(await listOutbox(db, "p1", { limit: 2, cursor: "m2" })).toEqual({ messages: [], total: 0, next: undefined });
  expect(statements[0]?.params).toEqual(["p1", "m2"]);
});

const member = {
  practiceId: "p1",
  userId: "u1",
  username: "ada",
  fullName: "Ada Byron",
  email: "ada@x",
  practiceName: "Okafor & Co",
};

interface Given {
  member?: object;
  mail?: object;
  verified?: boolean;
  tested?: number;
}

/** Sends a test email. */
async function sendTest(given: Given = {}) {
  const { db, given: values } = scriptedDb({
    "select users": [[{ emailVerifiedAt: (given.verified ?? true) ? new Date(0) : null }]],
    "count audit_log": [given.tested ?? 0],
  });
  const send = vi.fn(async (_message: object) => ({ answer: "250 OK" }));
  const mail = { name: "smtp", send, ...given.mail };
  const config = { companyName: "Sheaf", mailFrom: { address: "sheaf@x" } };
  const result = await sendTestEmail({ config, db, mail } as never, { ...member, ...given.member } as never, "a@x");
  return { result, sent: send.mock.calls[0]?.[0], recorded: values("insert audit_log") };
}

test("a test email is sent in the name of the practice, and recorded", async () => {
  const { result, sent, recorded } = await sendTest();
  expect(result).toEqual({ stored: false, from: "Okafor & Co <sheaf@x>", answer: "250 OK" });
  expect(sent).toMatchObject({
    practiceId: "p1",
    from: { name: "Okafor & Co", address: "sheaf@x" },
    to: "a@x",
    replyTo: { name: "Ada Byron", address: "ada@x" },
    subject: "Test email",
  });
  expect(recorded).toMatchObject([{ action: "email.tested", userId: "u1" }]);
});

test("a practice without a name sends in the name of the installation", async () => {
  expect((await sendTest({ member: { practiceName: "" } })).result).toMatchObject({ from: "Sheaf <sheaf@x>" });
});

test("a test email is only stored where no mail is sent", async () => {
  const send = async () => ({ answer: null });
  const { result } = await sendTest({ mail: { name: "outbox", send }, verified: false });
  expect(result).toEqual({ stored: true, from: "Okafor & Co <sheaf@x>", answer: null });
});

test("a member who has not confirmed their address sends no test email", async () => {
  await expect(sendTest({ verified: false })).rejects.toMatchObject({ code: "email-not-confirmed" });
});

test("a practice sends twenty test emails an hour", async () => {
  expect((await sendTest({ tested: 19 })).sent).toBeDefined();
  await expect(sendTest({ tested: 20 })).rejects.toMatchObject({ code: "too-many-requests" });
});

test("what the mail server refuses is told in its words, other errors are passed on", async () => {
  const refused = new MailError("permanent", "550 No", { code: "E", cause: null });
  const failing = (error: Error) => sendTest({ mail: { send: () => Promise.reject(error) } });
  await expect(failing(refused)).rejects.toMatchObject({ code: "email-not-sent", message: "550 No" });
  await expect(failing(new TypeError("bad"))).rejects.toThrow(TypeError);
});
