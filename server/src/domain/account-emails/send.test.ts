import { expect, test, vi } from "vitest";
import { recordingQueue, scriptedDb } from "../../../testing/scripted-db.ts";
import { openText, sealText } from "../../platform/crypto/sealed-text.ts";
import { MailError } from "../../platform/mail/transport.ts";
import { renderAccountEmail } from "./account-emails.ts";
import { accountLink, sendAccountEmail, sendAccountEmailTask, sweepAccountEmails } from "./send.ts";

const key = Buffer.alloc(32, 1);
const seller = { companyName: "Sheaf", supportEmail: "help@sheaf.example" };

test.each([
  [sendAccountEmailTask, 14, 120_000],
  [sweepAccountEmails, 1, 60_000],
])("the task $name has a limit of attempts and of time", (task, attempts, timeoutMs) => {
  expect(task).toMatchObject({ attempts, timeoutMs });
});

test("a link leads to the page for its purpose, with its token", () => {
  expect(accountLink({ publicUrl: "https://sheaf.example", port: 1 } as never, "reset", "abc")).toBe(
    "https://sheaf.example/auth/reset?token=abc",
  );
});

const mail = { template: "restored", facts: { username: "ada" }, recipient: "ada@x" } as const;

test.each([["p1"], [null]])("an email to an account of the practice %s is sealed and queued", async (practiceId) => {
  const { db, given } = scriptedDb();
  const { queue, queued } = recordingQueue();
  expect(await sendAccountEmail(db, { key, mail: { name: "smtp" }, queue } as never, { ...mail, practiceId })).toBe(
    true,
  );
  const [row] = given("insert account_emails") as { id: string; facts: Buffer }[];
  expect(row).toMatchObject({ practiceId, recipient: "ada@x", template: "restored" });
  expect(openText(key, `account-email:${row?.id}`, row?.facts ?? Buffer.alloc(0))).toBe('{"username":"ada"}');
  expect(queued).toEqual([{ task: "account-emails.send", payload: { mailId: row?.id }, group: practiceId ?? row?.id }]);
});

test("without a mail server, nothing about an account is stored", async () => {
  const { db, statements } = scriptedDb();
  const { queue, queued } = recordingQueue();
  const services = { key, mail: { name: "outbox" }, queue };
  expect(await sendAccountEmail(db, services as never, { ...mail, practiceId: null })).toBe(false);
  expect([statements, queued]).toEqual([[], []]);
});

interface Given {
  rows?: object[];
  name?: string;
  send?: () => Promise<object>;
}

/** Sends a stored email; returns what was sent, logged and deleted. */
async function send(given: Given = {}) {
  const facts = sealText(key, "account-email:m1", '{"username":"ada"}');
  const row = { template: "restored", recipient: "ada@x", facts };
  const { db, statements } = scriptedDb({ "select account_emails": [given.rows ?? [row]] });
  const sent = vi.fn(given.send ?? (async (_message: object) => ({})));
  const log = { warn: vi.fn(), error: vi.fn() };
  const refresh = vi.fn();
  const config = { ...seller, mailFrom: { name: "Sheaf", address: "sheaf@x" } };
  const services = { db, key, log, config, liveConfig: { refresh }, mail: { name: given.name ?? "smtp", send: sent } };
  const failure = await sendAccountEmailTask
    .run({ mailId: "m1" }, services as never, {} as never)
    .catch((error: unknown) => error);
  expect(refresh).toHaveBeenCalledOnce();
  const deleted = statements.filter(({ does }) => does === "delete account_emails").map(({ params }) => params);
  return { sent: sent.mock.calls.map(([message]: unknown[]) => message), log, failure, deleted };
}

test("an email is sent in the name of the installation, and deleted", async () => {
  const { sent, deleted, log } = await send();
  expect(sent).toMatchObject([
    {
      practiceId: null,
      from: { name: "Sheaf", address: "sheaf@x" },
      to: "ada@x",
      subject: "Your account works again",
      text: expect.stringContaining("You can sign in to the account ada again."),
      html: expect.stringContaining("You can sign in to the account ada again."),
    },
  ]);
  expect(deleted).toEqual([["m1"]]);
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
});

test("an email that is gone is not sent", async () => {
  expect(await send({ rows: [] })).toMatchObject({ sent: [], deleted: [] });
});

test("an email sealed with another key is reported and deleted", async () => {
  const { sent, deleted, log } = await send({ rows: [{ template: "restored", facts: Buffer.alloc(40) }] });
  expect([sent, deleted]).toEqual([[], [["m1"]]]);
  expect(log.error).toHaveBeenCalledOnce();
});

test("an email is deleted where no mail server is left", async () => {
  const { sent, deleted, log } = await send({ name: "outbox" });
  expect([sent, deleted]).toEqual([[], [["m1"]]]);
  expect(log.warn).toHaveBeenCalledOnce();
});

test.each([
  ["temporary", "The mail server did not accept an email (E1)", []],
  ["permanent", undefined, [["m1"]]],
])("after a %s failure, the run ends with %s and the deletions %j", async (failure, message, deletions) => {
  const error = new MailError(failure as never, "no", { code: "E1", cause: null });
  const made = await send({ send: () => Promise.reject(error) });
  expect((made.failure as Error | undefined)?.message).toBe(message);
  expect(made.deleted).toEqual(deletions);
});

test("any other error ends the run, and the email stays", async () => {
  const { failure, deleted } = await send({ send: () => Promise.reject(new TypeError("bad")) });
  expect(failure).toBeInstanceOf(TypeError);
  expect(deleted).toEqual([]);
});

test("an email that was never sent is deleted", async () => {
  const { db, statements } = scriptedDb();
  await sendAccountEmailTask.onFinalFailure({ mailId: "m1" }, "no", { db } as never);
  expect(statements).toMatchObject([{ does: "delete account_emails", params: ["m1"] }]);
});

test.each([
  [{ rowCount: 3 }, 3],
  [{ rowCount: null }, 0],
])("the sweep counts what it deletes: %j", async (result, emails) => {
  const { db } = scriptedDb({ "delete account_emails": [result] });
  expect(await sweepAccountEmails.run({}, { db } as never, {} as never)).toEqual({ emails });
});

test.each([
  [true, "The account ada and its practice were deleted as requested"],
  [false, "The account ada was deleted as requested. The practice and its documents stay."],
])("the email about an account that was deleted, with its practice: %s, says so", (practiceToo, words) => {
  const email = renderAccountEmail({ template: "deleted", facts: { username: "ada", practiceToo } }, seller);
  expect(email.paragraphs[0]).toContain(words);
  expect(email.footer).toBe("Sent by Sheaf because of an account with this address. Questions: help@sheaf.example");
});
