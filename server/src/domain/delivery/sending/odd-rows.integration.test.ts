import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../../testing/jobs/practice.ts";
import { type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { users } from "../../accounts/table.ts";
import { jobs, outputs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { deliveries } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";

// Values that no form accepts, written directly into the tables, as an older version or another program may leave them.

let inbox: MailServer;
let server: TestServer;
beforeAll(async () => {
  inbox = await startMailServer();
  server = await startTestServer({
    worker: fakeEngine(),
    env: { SMTP_URL: inbox.url, MAIL_FROM: "post@sheaf.example" },
  });
});
afterAll(async () => {
  await server.close();
  await inbox.close();
});

interface Odd {
  practice?: string;
  person?: string;
  customer?: string;
  subject?: string;
  recipient?: string;
  file?: string;
}

/** Sends an email whose rows were changed while it waited. */
async function sendOdd(odd: Odd) {
  const { db, queue } = server.services;
  const anna = await openPractice(server);
  const { practiceId } = anna;
  await anna.put("/api/settings", { undoSeconds: 120 });
  const { id: jobId } = await anna.job([["march.txt", "march"]], { sendEmail: "true" });
  const held = await vi.waitFor(
    async () => {
      const [email] = (await anna.read(jobId)).deliveries;
      expect(email?.state).toBe("held");
      return email;
    },
    { timeout: 20_000, interval: 100 },
  );
  const recipient = odd.recipient ?? `inbox-${jobId}@books.example`;
  if (odd.practice) await db.update(practices).set({ name: odd.practice }).where(eq(practices.id, practiceId));
  if (odd.person) await db.update(users).set({ firstName: odd.person }).where(eq(users.id, anna.userId));
  if (odd.customer) await db.update(jobs).set({ customerName: odd.customer }).where(eq(jobs.id, jobId));
  if (odd.file) await db.update(outputs).set({ name: odd.file }).where(eq(outputs.jobId, jobId));
  const subject = odd.subject ?? "Documents";
  await db
    .update(deliveries)
    .set({ recipient, subject, sendAfter: new Date(0) })
    .where(eq(deliveries.jobId, jobId));
  await db.transaction((tx) =>
    queue.add(tx, deliverEmail, { practiceId, jobId, deliveryId: held?.id ?? "" }, { group: practiceId }),
  );
  const job = await anna.ended(jobId);
  const index = inbox.raw.findIndex(({ content }) => content.includes(`<${held?.id}@`));
  return { email: job.deliveries[0], raw: inbox.raw[index], mail: inbox.received[index] };
}

const ours = [
  "from",
  "to",
  "reply-to",
  "subject",
  "message-id",
  "auto-submitted",
  "date",
  "mime-version",
  "content-type",
].sort();
const injected = "x\r\nBcc: thief@evil.example\r\nX-Evil: yes\r\n\r\n<b>body</b>";

describe("an email has no other headers than Sheaf's, whatever the value of", () => {
  test.each([
    ["the practice's name", { practice: injected }],
    ["the practice's name, as an address", { practice: '"><thief@evil.example>, "x' }],
    ["a person's name", { person: injected }],
    ["the customer's name", { customer: injected }],
    ["the subject", { subject: injected }],
    [
      "the subject, with line breaks of other kinds",
      { subject: "x\nBcc: a@b.example\rX-Evil: 1\u2028X-Evil: 2\u0085y" },
    ],
    ["a file's name", { file: `${injected}.pdf` }],
  ] satisfies [string, Odd][])("%s", async (_what, odd) => {
    const { email, mail, raw } = await sendOdd(odd);

    expect(email?.state).toBe("sent");
    expect(mail?.headers.map(({ key }) => key).sort()).toEqual(ours);
    expect(raw?.recipients).toEqual([email?.recipient]);
    expect(mail?.from?.address).toBe("post@sheaf.example");
    expect(mail?.to).toEqual([{ name: "", address: email?.recipient }]);
    expect(mail?.attachments).toHaveLength(1);
  });
});

test("names that look like addresses are rewritten in From and Reply-To", async () => {
  const { mail } = await sendOdd({ practice: "service@paypal.com", person: "www.hmrc.gov.uk" });

  expect(mail?.from).toEqual({ name: "service at paypal com", address: "post@sheaf.example" });
  expect(mail?.replyTo?.[0]?.name).toBe("www hmrc gov uk Okafor");
});

test.each(["=?utf-8?B?WW91ciBwYXJjZWw=?=", `Ünsere =?utf-8?Q?=42?= ${"und lange Zeile ".repeat(10)}`.trim()])(
  "a subject that looks like an encoded word arrives as it was typed: %s",
  async (subject) => {
    const { mail, raw } = await sendOdd({ subject });

    expect(mail?.subject).toBe(subject);
    for (const line of String(raw?.content).split("\r\n")) expect(line.length).toBeLessThan(78);
  },
);

test("a practice's name that looks like an encoded word is not decoded", async () => {
  const { mail } = await sendOdd({ practice: "=?utf-8?B?c2VydmljZUBwYXlwYWwuY29t?=" });
  expect(mail?.from?.name).toBe("= ?utf-8?B?c2VydmljZUBwYXlwYWwuY29t? =".replace("? =", "?="));
});

describe("an email to anything but one address fails and is not sent", () => {
  test.each([
    "a@books.example, thief@evil.example",
    "a@books.example;thief@evil.example",
    "a@books.example\r\nBcc: thief@evil.example",
    "<thief@evil.example> a@books.example",
    '"a@books.example" <thief@evil.example>',
    "friends: a@books.example, thief@evil.example;",
    "nobody",
  ])("%j", async (recipient) => {
    const { email, raw } = await sendOdd({ recipient });

    expect(email?.state).toBe("failed");
    expect(email?.message).toContain("is not one email address. Correct it and send again.");
    expect(raw).toBeUndefined();
  });
});

test.each([
  ["quotes and semicolons", 'a"b";filename="c.exe";d=\'e\'%41*.pdf', 'a"b";filename="c.exe";d=\'e\'%41*.pdf'],
  ["bidirectional control characters", "invoice\u202efdp.\u2066exe\u200b.pdf", "invoicefdp.exe.pdf"],
  ["200 bytes", `${"ü".repeat(98)}.pdf`, `${"ü".repeat(98)}.pdf`],
  ["characters outside the Basic Multilingual Plane", "Beleg 🧾 März.pdf", "Beleg 🧾 März.pdf"],
  ["an encoded word", "=?utf-8?B?Li4vZXZpbC5leGU=?=.pdf", "= ?utf-8?B?Li4vZXZpbC5leGU= ?=.pdf"],
  ["a path", "../../etc/passwd.pdf", "_.._etc_passwd.pdf"],
])("an attachment's name arrives as one safe name: %s", async (_what, file, expected) => {
  const { email, mail } = await sendOdd({ file });

  expect(email?.state).toBe("sent");
  expect(mail?.attachments.map(({ filename, mimeType }) => ({ filename, mimeType }))).toEqual([
    { filename: expected, mimeType: "application/pdf" },
  ]);
});
