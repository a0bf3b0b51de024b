import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { type MailServer, startMailServer } from "../../../testing/mail/mail-server.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { accountLink, sendAccountEmail, sweepAccountEmails } from "../account-emails/send.ts";
import { accountEmails } from "../account-emails/table.ts";
import { outboxMessages } from "./outbox/table.ts";

const invitation = (token: string, server: TestServer) => ({
  template: "invitation" as const,
  facts: {
    link: accountLink(server.services.config, "invitation", token),
    practiceName: "Okafor & Co",
    invitedBy: "Anna Okafor",
  },
});

describe("with the outbox", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test("[S7.19] a test email is kept in the practice's own outbox, newest first", async () => {
    const anna = await signIn(server);
    const stranger = await signIn(server);

    const answer = await anna.post("/api/test-email", { email: "inbox@dext.example" });
    await anna.post("/api/test-email", { email: "second@dext.example" });

    expect(answer.json()).toEqual({
      stored: true,
      from: "Okafor & Co <no-reply@sheaf.example>",
      answer: null,
    });
    const outbox = await anna.get("/api/outbox");
    expect(outbox.headers["x-total-count"]).toBe("2");
    expect(outbox.json()).toMatchObject([
      { to: "second@dext.example" },
      { to: "inbox@dext.example", subject: "Test email", attachments: [] },
    ]);
    expect((await stranger.get("/api/outbox")).json()).toEqual([]);
  });

  test("GET /api/test-email returns the transport and the sender's address", async () => {
    const anna = await signIn(server);
    expect((await anna.get("/api/test-email")).json()).toEqual({ transport: "outbox", from: "no-reply@sheaf.example" });
  });

  test("the outbox is returned page by page", async () => {
    const anna = await signIn(server);
    for (const number of [1, 2, 3]) await anna.post("/api/test-email", { email: `n${number}@dext.example` });

    const first = await anna.get("/api/outbox?limit=2");
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";

    const to = (answer: typeof first) => answer.json().map((message: { to: string }) => message.to);
    expect(to(first)).toEqual(["n3@dext.example", "n2@dext.example"]);
    expect(to(await anna.get(next))).toEqual(["n1@dext.example"]);
  });

  test.each([
    ["", "Please enter an email address to test."],
    ["nobody", "Enter a valid email address."],
  ])("the address %j is refused", async (email, message) => {
    const anna = await signIn(server);
    expect((await anna.post("/api/test-email", { email })).json()).toMatchObject({ code: "bad-request", message });
  });

  test("visitors and practices without a subscription cannot send a test email", async () => {
    const unpaid = await signIn(server, { plan: null });
    const sending = { email: "inbox@dext.example" };
    expect((await newClient(server.app).post("/api/test-email", sending)).statusCode).toBe(401);
    expect((await newClient(server.app).get("/api/outbox")).statusCode).toBe(401);
    expect((await unpaid.post("/api/test-email", sending)).statusCode).toBe(402);
  });

  test("a practice that sends too many test emails is refused with 429", async () => {
    const anna = await signIn(server);
    const tries = Array.from({ length: 20 }, (_, number) => `n${number}@dext.example`);
    for (const email of tries) expect((await anna.post("/api/test-email", { email })).statusCode).toBe(200);

    const onceMore = await anna.post("/api/test-email", { email: "more@dext.example" });

    expect([onceMore.statusCode, onceMore.json().code]).toEqual([429, "too-many-requests"]);
  });

  test("an account email is not stored in the outbox, and sendAccountEmail returns false", async () => {
    const anna = await signIn(server);
    const { db } = server.services;

    const sent = await db.transaction((tx) =>
      sendAccountEmail(tx, server.services, {
        ...invitation("top-secret", server),
        practiceId: anna.practiceId,
        recipient: "new@hartley.example",
      }),
    );

    expect(sent).toBe(false);
    expect(await db.$count(accountEmails)).toBe(0);
    expect(JSON.stringify(await db.select().from(outboxMessages))).not.toContain("top-secret");
  });
});

describe("with a mail server", () => {
  let inbox: MailServer;
  let server: TestServer;
  let refusal: Error | null = null;
  beforeAll(async () => {
    inbox = await startMailServer({ onRcptTo: (_address, _session, done) => done(refusal) });
    server = await startTestServer({
      worker: fakeEngine(),
      env: { SMTP_URL: inbox.url, MAIL_FROM: "Post <post@sheaf.example>", PUBLIC_URL: "https://sheaf.example" },
    });
  });
  afterAll(async () => {
    await server.close();
    await inbox.close();
  });

  test("a test email is sent in the practice's name, and the response contains the mail server's reply", async () => {
    const anna = await signIn(server);

    const answer = await anna.post("/api/test-email", { email: "inbox@dext.example" });

    expect(answer.json()).toMatchObject({ stored: false, answer: "250 taken as test-1" });
    expect(await inbox.to("inbox@dext.example", "Test email")).toMatchObject({
      from: { name: "Okafor & Co", address: "post@sheaf.example" },
      replyTo: [{ name: "Anna Okafor", address: `${anna.username}@example.com` }],
      subject: "Test email",
    });
    expect((await anna.get("/api/outbox")).json()).toEqual([]);
  });

  test("a test email that the mail server refuses returns the server's words", async () => {
    const anna = await signIn(server);
    refusal = Object.assign(new Error("5.1.1 No such inbox here"), { responseCode: 550 });

    const answer = await anna.post("/api/test-email", { email: "inbox@dext.example" });
    refusal = null;

    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toEqual({ code: "email-not-sent", message: "550 5.1.1 No such inbox here" });
  });

  test("an account email is sent when its transaction commits, and its row is deleted", async () => {
    const anna = await signIn(server);
    const { db } = server.services;
    const recipient = "new@hartley.example";
    const send = (token: string) =>
      db.transaction(async (tx) => {
        await sendAccountEmail(tx, server.services, {
          ...invitation(token, server),
          practiceId: anna.practiceId,
          recipient,
        });
        const stored = await tx.select().from(accountEmails).where(eq(accountEmails.recipient, recipient));
        expect(stored[0]?.facts.toString("utf8")).not.toContain(token);
        if (token === "undone") throw new Error("The inviting failed");
      });

    await expect(send("undone")).rejects.toThrow("The inviting failed");
    await send("top-secret");

    const mail = await inbox.to(recipient, "Join Okafor & Co");
    expect(mail.text).toContain("https://sheaf.example/auth/invitation?token=top-secret");
    expect(mail.html).toContain("https://sheaf.example/auth/invitation?token=top-secret");
    await expect.poll(() => db.$count(accountEmails, eq(accountEmails.recipient, recipient))).toBe(0);
  });

  test("account emails that could not be sent for a day are deleted", async () => {
    const anna = await signIn(server);
    const { db } = server.services;
    const row = { practiceId: anna.practiceId, template: "reset" as const, facts: Buffer.from("sealed") };
    const [old, young] = ["0197b8a0-0000-7000-8000-000000000001", "0197b8a0-0000-7000-8000-000000000002"];
    await db.insert(accountEmails).values([
      { ...row, id: old ?? "", recipient: "old@example.com", createdAt: sql`now() - interval '25 hours'` },
      { ...row, id: young ?? "", recipient: "young@example.com" },
    ]);

    await sweepAccountEmails.run({}, { db }, { signal: new AbortController().signal });

    const left = await db.select({ recipient: accountEmails.recipient }).from(accountEmails);
    expect(left.map(({ recipient }) => recipient)).toContain("young@example.com");
    expect(left.map(({ recipient }) => recipient)).not.toContain("old@example.com");
  });
});
