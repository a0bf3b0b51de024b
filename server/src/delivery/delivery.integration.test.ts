import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { paperEngine } from "../jobs/testing/paper-engine.ts";
import { type NewFile, openPractice, type Practice } from "../jobs/testing/practice.ts";
import { startBreakingServer, startMailServer } from "../mail/testing/mail-server.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { deliverEmail } from "./deliver.task.ts";
import { deliveries } from "./table.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

/**
 * A practice of an installation that sends through a mail server of our own.
 * @param judge what the server says to a recipient; sign-in mail is always taken
 */
async function sending(judge: (address: string) => Error | null = () => null) {
  const inbox = await startMailServer({
    onRcptTo: ({ address }, _, done) => done(address.startsWith("anna-") ? null : judge(address)),
  });
  closers.push(inbox.close);
  const papers = () => inbox.received.filter(({ to }) => !to?.some(({ address }) => address?.startsWith("anna-")));
  return { inbox, papers, ...(await practiceWith(inbox.url)) };
}

async function practiceWith(url: string): Promise<{ server: TestServer; anna: Practice }> {
  const env = { SMTP_URL: url, MAIL_FROM: "post@sheaf.example" };
  const server = await startTestServer({ worker: paperEngine(), env });
  closers.push(server.close);
  return { server, anna: await openPractice(server) };
}

const emailed = { sendEmail: "true" };
const two: NewFile[] = [
  ["Müller & Söhne ½.txt", "first"],
  ["second.txt", "second"],
];

async function sent(anna: Practice, files = two, fields: Record<string, string> = emailed): Promise<Job> {
  return anna.ended((await anna.job(files, fields)).id);
}

/** As soon as an email has got somewhere. */
async function reached(anna: Practice, jobId: string, state: Delivery["state"]): Promise<Delivery> {
  return vi.waitFor(
    async () => {
      const email = (await anna.read(jobId)).deliveries[0];
      expect(email?.state).toBe(state);
      // A new email waits, too, for a moment.
      if (state === "waiting") expect(email?.tries).toBeGreaterThan(0);
      return email as Delivery;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** What the clock would bring. */
async function itIsTime({ services }: TestServer, { practiceId }: Practice, jobId: string): Promise<void> {
  const { db, queue } = services;
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(deliveries)
      .set({ nextTryAt: sql`now()`, sendAfter: sql`now()`, sendingUntil: sql`now()` })
      .where(and(eq(deliveries.practiceId, practiceId), eq(deliveries.jobId, jobId)))
      .returning();
    if (row) await queue.add(tx, deliverEmail, { practiceId, jobId, deliveryId: row.id }, { group: practiceId });
  });
}

test("an email carries the PDFs to the inbox, under the practice's name, and answers go to who sent it", async () => {
  const { inbox, papers, anna } = await sending();

  const job = await sent(anna, two, { ...emailed, separatePdfs: "true", emailSubject: "{customer}: {files}" });

  expect(job.light).toEqual({ colour: "green", word: "Sent" });
  expect(job.deliveries).toMatchObject([{ state: "sent", tries: 1, sentAt: expect.any(String), message: null }]);
  const mail = await inbox.to("bright@example.com", "Bright Bakery: 2 files");
  expect(mail).toMatchObject({
    from: { name: "Okafor & Co", address: "post@sheaf.example" },
    replyTo: [{ name: "Anna Okafor" }],
    messageId: `<${job.deliveries[0]?.id}@sheaf.example>`,
  });
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(["Müller & Söhne ½.pdf", "second.pdf"]);
  expect(mail.text).toContain("2 PDFs are attached, 2 A4 pages in all. They were uploaded by Anna Okafor");
  expect(papers()).toHaveLength(1);
});

test("an attachment of 8 MB arrives as it was", async () => {
  const { papers, anna } = await sending();
  const large = "x".repeat(8 * 1_048_576);

  await sent(anna, [["large.txt", large]]);

  const [mail] = papers();
  const content = mail?.attachments[0]?.content;
  expect(content instanceof ArrayBuffer && Buffer.from(content).includes(large)).toBe(true);
});

test("a server that puts strangers off gets the email a minute later, and says so until then", async () => {
  let tries = 0;
  const { papers, server, anna } = await sending(() =>
    ++tries === 1 ? refusal(451, "4.7.1 Greylisted, try again") : null,
  );
  const { id } = await anna.job(two, emailed);

  const waiting = await reached(anna, id, "waiting");
  expect(waiting.message).toBe("The mail server put it off: “451 4.7.1 Greylisted, try again”.");
  const minutes = (Date.parse(waiting.nextTryAt ?? "") - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(0.5);
  expect(minutes).toBeLessThan(1.1);
  expect((await anna.read(id)).light).toEqual({ colour: "yellow", word: "Processing" });

  await itIsTime(server, anna, id);
  expect(await reached(anna, id, "sent")).toMatchObject({ tries: 2, message: null });
  expect(papers()).toHaveLength(1);
});

test("after a day of being put off it is over", async () => {
  const { server, anna } = await sending(() => refusal(451, "4.2.2 Mailbox full"));
  const { id } = await anna.job(two, emailed);
  await reached(anna, id, "waiting");
  const yesterday = sql`now() - interval '23 hours 59 minutes'`;
  await server.services.db.update(deliveries).set({ firstTriedAt: yesterday }).where(eq(deliveries.jobId, id));

  await itIsTime(server, anna, id);

  const failed = await reached(anna, id, "failed");
  expect(failed.message).toBe("No mail server took it within 24 hours. The last answer was “451 4.2.2 Mailbox full”.");
});

test.each([
  [550, "5.1.1 No such inbox here"],
  [552, "5.3.4 Message too big"],
])("a refusal for good (%i) is red at once, in the server's words", async (code, words) => {
  const { anna } = await sending(() => refusal(code, words));

  const job = await sent(anna);

  expect(job.light).toEqual({ colour: "red", word: "Needs you" });
  expect(job.status).toBe("completed");
  expect(job.deliveries).toMatchObject([
    { state: "failed", tries: 1, message: `The mail server refused it: “${code} ${words}”.` },
  ]);
});

test("a connection that breaks after the message went over leaves it unconfirmed, and nothing goes out by itself", async () => {
  const breaking = await startBreakingServer();
  closers.push(breaking.close);
  const { server, anna } = await practiceWith(breaking.url);

  const job = await sent(anna);
  const before = breaking.taken();
  expect(job.light).toEqual({ colour: "red", word: "Needs you" });
  expect(job.deliveries).toMatchObject([
    { state: "unconfirmed", message: expect.stringContaining("Check before sending again") },
  ]);

  await itIsTime(server, anna, job.id);
  await itIsTime(server, anna, job.id);
  expect(await reached(anna, job.id, "unconfirmed")).toMatchObject({ tries: 1 });
  expect(breaking.taken()).toBe(before);
});

test("an email whose process died on the way is unconfirmed, until that process says otherwise", async () => {
  const { server, anna } = await sending();
  const job = await sent(anna);
  await server.services.db
    .update(deliveries)
    .set({ state: "sending", sentAt: null, sendingUntil: sql`now() - interval '1 second'` })
    .where(eq(deliveries.jobId, job.id));

  await itIsTime(server, anna, job.id);

  expect(await reached(anna, job.id, "unconfirmed")).toMatchObject({ sentAt: null });
});

describe("undo", () => {
  test("takes the emails back while they wait, and leaves the PDF", async () => {
    const { papers, server, anna } = await sending();
    await anna.put("/api/settings", { undoSeconds: 120 });
    const { id } = await anna.job(two, emailed);
    const held = await reached(anna, id, "held");
    expect(Date.parse(held.sendAfter ?? "")).toBeGreaterThan(Date.now() + 60_000);

    const undone = await anna.post(`/api/jobs/${id}/undo`);

    expect(undone.json()).toMatchObject({ light: { word: "Ready" }, deliveries: [{ state: "undone" }] });
    await itIsTime(server, anna, id);
    expect((await anna.post(`/api/jobs/${id}/undo`)).json()).toMatchObject({ code: "too-late-to-undo" });
    expect(await reached(anna, id, "undone")).toBeTruthy();
    expect(papers()).toEqual([]);
    expect((await anna.get(`/api/jobs/${id}/download`)).statusCode).toBe(200);
  });

  test("is not for a stranger", async () => {
    const { server, anna } = await sending();
    await anna.put("/api/settings", { undoSeconds: 120 });
    const { id } = await anna.job(two, emailed);
    await reached(anna, id, "held");
    const stranger = await openPractice(server);

    expect((await stranger.post(`/api/jobs/${id}/undo`)).statusCode).toBe(409);
    expect((await reached(anna, id, "held")).state).toBe("held");
  });
});

describe("sending again", () => {
  const again = (anna: Practice, job: Job, body: object = {}) =>
    anna.post(`/api/jobs/${job.id}/deliveries/${job.deliveries[0]?.id}/send-again`, body);

  test("to a corrected address, which the customer keeps", async () => {
    const { inbox, anna } = await sending((address) =>
      address === "bright@example.com" ? refusal(550, "5.1.1 No such inbox") : null,
    );
    const job = await sent(anna);

    const answer = await again(anna, job, { recipient: "bakery@example.com", correctCustomer: true });

    expect(answer.statusCode).toBe(200);
    const after = await anna.ended(job.id);
    expect(after.light).toEqual({ colour: "green", word: "Sent" });
    expect(after.deliveries).toMatchObject([
      { state: "failed", replacedById: after.deliveries[1]?.id },
      { state: "sent", recipient: "bakery@example.com", replacedById: null },
    ]);
    await inbox.to("bakery@example.com", "Documents for Bright Bakery");
    expect((await anna.get("/api/customers")).json()).toMatchObject([{ email: "bakery@example.com" }]);
  });

  test("two clicks send one email", async () => {
    const { papers, anna } = await sending();
    const job = await sent(anna);

    const answers = await Promise.all([again(anna, job), again(anna, job)]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await anna.ended(job.id);
    expect(papers()).toHaveLength(2);
  });

  test("not without a subscription, not what is on its way, not another practice's", async () => {
    const { server, anna } = await sending();
    const job = await sent(anna);
    const stranger = await openPractice(server);
    expect((await again(stranger, job)).json()).toMatchObject({ code: "delivery-not-found" });

    await anna.put("/api/settings", { undoSeconds: 120 });
    const held = await anna.job(two, emailed);
    await reached(anna, held.id, "held");
    expect((await again(anna, await anna.read(held.id))).json()).toMatchObject({ code: "delivery-under-way" });

    await anna.expire();
    expect((await again(anna, job)).statusCode).toBe(402);
  });
});

describe("what an inbox takes", () => {
  const half = "y".repeat(2.5 * 1_048_576);
  const scans: NewFile[] = [
    ["a.txt", half],
    ["b.txt", half],
    ["c.txt", half],
  ];

  test("a merged PDF that is too large goes in parts between documents; the download stays whole", async () => {
    const { papers, anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@multiple.dext.cc" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);

    const job = await sent(anna, scans);

    expect(job.outputs).toHaveLength(1);
    expect(job.deliveries).toMatchObject([{ state: "sent", attachments: [{ pages: 2 }, { pages: 1 }] }]);
    const [mail] = papers();
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/part 1 of 2\.pdf$/),
      expect.stringMatching(/part 2 of 2\.pdf$/),
    ]);
    expect((await anna.get(`/api/jobs/${job.id}/download`)).bytes.length).toBeGreaterThan(7 * 1_048_576);
  });

  test("one attachment an email: as many emails as there are PDFs, each with its place", async () => {
    const { papers, anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@app.hubdoc.com" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);

    await sent(anna, two, { ...emailed, separatePdfs: "true" });

    expect(
      papers()
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(["Documents for Bright Bakery (part 1 of 2)", "Documents for Bright Bakery (part 2 of 2)"]);
  });

  describe("documents that no email can carry as they are", () => {
    const photo = "#".repeat(7 * 1_048_576);
    const note = "Its pictures were reduced to 200 dpi so that it fits into an email.";
    const toDext = (anna: Practice) =>
      anna.put(`/api/customers/${anna.customerId}`, {
        ...{ name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@multiple.dext.cc" },
      });

    test("go with smaller pictures, which the email says; the download stays the original", async () => {
      const { papers, anna } = await sending();
      await toDext(anna);

      const job = await sent(anna, [["scan.txt", photo]]);

      expect(job.deliveries).toMatchObject([
        { state: "sent", attachments: [{ sizeBytes: expect.toSatisfy((bytes) => bytes < 1_000), note }] },
      ]);
      const [mail] = papers();
      expect(mail?.attachments).toMatchObject([{ filename: job.outputs[0]?.name }]);
      expect(mail?.text).toContain(note);
      expect(job.outputs).toMatchObject([{ sizeBytes: expect.toSatisfy((bytes) => bytes > 7 * 1_048_576) }]);
      expect((await anna.get(`/api/jobs/${job.id}/download`)).bytes.length).toBeGreaterThan(7 * 1_048_576);
    });

    test("among others they alone are changed, in their place", async () => {
      const { anna } = await sending();
      await toDext(anna);
      const files: NewFile[] = [
        ["a.txt", "first"],
        ["scan.txt", photo],
        ["b.txt", "last"],
      ];

      const merged = await sent(anna, files);
      const separate = await sent(anna, files, { ...emailed, separatePdfs: "true" });

      const notes = (job: Job) => job.deliveries.flatMap(({ attachments }) => attachments.map((pdf) => pdf.note));
      expect(notes(merged)).toEqual([null, note, null]);
      expect(notes(separate)).toEqual([null, note, null]);
      expect(merged.outputs).toHaveLength(1);
      expect(separate.outputs).toHaveLength(3);
    });

    test("are kept for the download even when reducing their pictures breaks down", async () => {
      const { anna } = await sending();
      await toDext(anna);

      const job = await sent(anna, [["scan.txt", `unshrinkable ${photo}`]]);

      expect(job).toMatchObject({
        status: "completed",
        deliveries: [{ state: "failed", attachments: [{ note: null }] }],
      });
    });
  });

  test("a document that no email can carry is refused with both sizes", async () => {
    const { papers, anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@dext.cc" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);

    const job = await sent(anna, [["scan.txt", "z".repeat(7 * 1_048_576)]]);

    expect(job.deliveries).toMatchObject([
      { state: "failed", message: expect.stringMatching(/has 7 MB, and bakery@dext\.cc takes 6 MB in one email/) },
    ]);
    expect(papers()).toEqual([]);
  });
});

describe("a bad file among good ones", () => {
  const mixed: NewFile[] = [
    ["good.txt", "good"],
    ["broken.txt", "bad"],
    ["fine.txt", "fine"],
  ];

  test("separate emails do not wait for it", async () => {
    const { papers, anna } = await sending();

    const { id } = await anna.job(mixed, { ...emailed, separateEmails: "true" });

    await vi.waitFor(() => expect(papers()).toHaveLength(2), { timeout: 20_000 });
    const job = await anna.ended(id);
    expect(job).toMatchObject({ status: "failed", light: { colour: "red" }, pdfPath: null });
    expect(job.outputs.map(({ name }) => name)).toEqual(["good.pdf", "fine.pdf"]);

    await anna.post(`/api/jobs/${id}/retry`);
    await anna.ended(id);
    expect(papers()).toHaveLength(2);
  });

  test("one email does", async () => {
    const { papers, anna } = await sending();

    const job = await sent(anna, mixed, emailed);

    expect(job).toMatchObject({ status: "failed", outputs: [], deliveries: [] });
    expect(papers()).toEqual([]);
  });
});

test("what was sent to an inbox before is known by its content, whatever its name", async () => {
  const { server, anna } = await sending();
  await sent(anna, [["march.txt", "the same"]]);
  const { createHash } = await import("node:crypto");
  const sha256 = [createHash("sha256").update("the same").digest("hex"), "0".repeat(64)];
  const ask = (who: Practice, customerId: string) => who.post("/api/jobs/duplicates", { customerId, sha256 });

  expect((await ask(anna, anna.customerId)).json()).toMatchObject([
    { sha256: sha256[0], originalName: "march.txt", recipient: "bright@example.com" },
  ]);
  const stranger = await openPractice(server);
  expect((await ask(stranger, anna.customerId)).json()).toEqual([]);
});

test("the timeline tells who did what and what the mail server said", async () => {
  const { server, anna } = await sending(() => refusal(550, "5.1.1 No such inbox"));
  const job = await sent(anna);

  const events = (await anna.get(`/api/jobs/${job.id}/timeline`)).json();

  expect(events.map(({ text }: { text: string }) => text)).toEqual([
    "Uploaded 2 files for Bright Bakery",
    expect.stringMatching(/converted: 1 page in/),
    expect.stringMatching(/converted: 1 page in/),
    "1 PDF put together, 2 pages in all",
    "Email to bright@example.com not sent",
  ]);
  expect(events[0]).toMatchObject({ kind: "person", who: "Anna Okafor" });
  expect(events[4]).toMatchObject({ kind: "bad", words: "550 5.1.1 No such inbox" });
  const stranger = await openPractice(server);
  expect((await stranger.get(`/api/jobs/${job.id}/timeline`)).statusCode).toBe(404);
});
