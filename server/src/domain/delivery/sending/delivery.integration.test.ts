import type { Suppression } from "@sheaf/contracts/deliveries.ts";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import {
  closers,
  emailed,
  makeDue,
  practiceWith,
  reached,
  refusal,
  sending,
  sent,
  two,
} from "../../../../testing/delivery/sending.ts";
import { type NewFile, openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startBreakingServer } from "../../../../testing/mail/mail-server.ts";
import { deliveries } from "../table.ts";

test("[S1.5] an email to the inbox has the PDFs attached, the practice's name in From and the member's in Reply-To", async () => {
  const { inbox, sentEmails, anna } = await sending();

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
  expect(mail.text).toContain("2 PDFs are attached, 2 A4 pages in all. The papers were uploaded by Anna Okafor");
  expect(mail.text).toContain(
    "for Okafor & Co, on behalf of Bright Bakery. Made from: Müller & Söhne ½.txt, second.txt.",
  );
  expect(sentEmails()).toHaveLength(1);
});

test("an attachment of 8 MB arrives unchanged", async () => {
  const { sentEmails, anna } = await sending();
  const large = "x".repeat(8 * 1_048_576);

  await sent(anna, [["large.txt", large]]);

  const [mail] = sentEmails();
  const content = mail?.attachments[0]?.content;
  expect(content instanceof ArrayBuffer && Buffer.from(content).includes(large)).toBe(true);
});

test("an email that is refused by greylisting shows the server's words and is sent a minute later", async () => {
  let tries = 0;
  const { sentEmails, server, anna } = await sending(() =>
    ++tries === 1 ? refusal(451, "4.7.1 Greylisted, try again") : null,
  );
  const { id } = await anna.job(two, emailed);

  const waiting = await reached(anna, id, "waiting");
  expect(waiting.message).toBe("The mail server put it off: “451 4.7.1 Greylisted, try again”.");
  const minutes = (Date.parse(waiting.nextTryAt ?? "") - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(0.5);
  expect(minutes).toBeLessThan(1.1);
  expect((await anna.read(id)).light).toEqual({ colour: "yellow", word: "Processing" });

  await makeDue(server, anna, id);
  expect(await reached(anna, id, "sent")).toMatchObject({ tries: 2, message: null });
  expect(sentEmails()).toHaveLength(1);
});

test("an email that is deferred for 24 hours fails", async () => {
  const { server, anna } = await sending(() => refusal(451, "4.2.2 Mailbox full"));
  const { id } = await anna.job(two, emailed);
  await reached(anna, id, "waiting");
  const yesterday = sql`now() - interval '23 hours 59 minutes'`;
  await server.services.db.update(deliveries).set({ firstTriedAt: yesterday }).where(eq(deliveries.jobId, id));

  await makeDue(server, anna, id);

  const failed = await reached(anna, id, "failed");
  expect(failed.message).toBe(
    "No mail server accepted it within 24 hours. The last response was “451 4.2.2 Mailbox full”.",
  );
});

test.each([
  [550, "5.1.1 No such inbox here", "There is no such mailbox: correct the address. "],
  [552, "5.3.4 Message too big", "The email is too big for a mail server on its way. "],
  [554, "5.7.1 Not from you", ""],
])(
  "a permanent refusal (%i) turns the light red at once, with the server's words and their meaning where it is known",
  async (code, words, meaning) => {
    const { anna } = await sending(() => refusal(code, words));

    const job = await sent(anna);

    expect(job.light).toEqual({ colour: "red", word: "Needs you" });
    expect(job.status).toBe("completed");
    expect(job.deliveries).toMatchObject([
      { state: "failed", tries: 1, message: `${meaning}The mail server refused it: “${code} ${words}”.` },
    ]);
  },
);

test("the subjects of several emails to one inbox, and of their copies, name the attached file", async () => {
  const { sentEmails, anna } = await sending();
  const answer = await anna.post("/api/customers", {
    name: "Kestrel",
    email: "jo@kestrel.example",
    outputEmail: "kestrel@app.hubdoc.com",
  });
  const fields = { ...emailed, separateEmails: "true", copyToCustomer: "true", emailSubject: "Papers of {customer}" };

  await sent(anna, two, { ...fields, customerId: answer.json().id });

  const subjects = ["Papers of Kestrel – Müller & Söhne ½.pdf", "Papers of Kestrel – second.pdf"];
  const to = (address: string) =>
    sentEmails().flatMap(({ to, subject }) => (to?.[0]?.address === address ? (subject ?? "") : []));
  expect(to("kestrel@app.hubdoc.com").toSorted()).toEqual(subjects);
  expect(to("jo@kestrel.example").toSorted()).toEqual(subjects);
  await sent(anna, two.slice(0, 1), { ...fields, customerId: answer.json().id });
  expect(to("kestrel@app.hubdoc.com").at(-1)).toBe("Papers of Kestrel");
});

test("an address that its mail server does not know is suppressed; an address refused for another reason is not", async () => {
  const words = { "bright@example.com": "5.1.1 User unknown", "other@example.com": "5.7.1 Not from you" };
  const { anna } = await sending((address) =>
    address in words ? refusal(550, words[address as keyof typeof words]) : null,
  );
  const job = await sent(anna);
  const send = (body: object) => anna.post(`/api/jobs/${job.id}/deliveries/${job.deliveries[0]?.id}/send-again`, body);

  expect(await suppressionsOf(anna)).toEqual([["bright@example.com", "bounced", "“550 5.1.1 User unknown”."]]);
  expect((await send({})).json()).toMatchObject({ code: "address-refused" });
  expect((await send({ recipient: "other@example.com" })).statusCode).toBe(200);
  await expect.poll(async () => (await anna.ended(job.id)).deliveries[1]?.state).toBe("failed");
  expect(await suppressionsOf(anna)).toHaveLength(1);
});

const suppressionsOf = async (who: Practice) =>
  (await who.get("/api/suppressions"))
    .json()
    .map(({ address, reason, message }: Suppression) => [address, reason, message]);

test("an email whose connection breaks after the message was transmitted is unconfirmed and not sent again by itself", async () => {
  const breaking = await startBreakingServer();
  closers.push(breaking.close);
  const { server, anna } = await practiceWith(breaking.url);

  const job = await sent(anna);
  const before = breaking.taken();
  expect(job.light).toEqual({ colour: "red", word: "Needs you" });
  expect(job.deliveries).toMatchObject([
    { state: "unconfirmed", message: expect.stringContaining("Check before sending again") },
  ]);

  await makeDue(server, anna, job.id);
  await makeDue(server, anna, job.id);
  expect(await reached(anna, job.id, "unconfirmed")).toMatchObject({ tries: 1 });
  expect(breaking.taken()).toBe(before);

  // A user who has found the email in the inbox confirms its arrival, once.
  const arrived = () => anna.post(`/api/jobs/${job.id}/deliveries/${job.deliveries[0]?.id}/arrived`);
  expect((await arrived()).json()).toMatchObject({
    light: { colour: "green", word: "Sent" },
    deliveries: [{ state: "sent", sentAt: expect.any(String), message: null }],
  });
  expect((await arrived()).json()).toMatchObject({ code: "delivery-not-in-doubt" });
  expect((await anna.get("/api/stats")).json()).toMatchObject({ documentsSent: job.files.length });
  expect(breaking.taken()).toBe(before);
});

test("an email whose process died during the hand-over becomes unconfirmed", async () => {
  const { server, anna } = await sending();
  const job = await sent(anna);
  await server.services.db
    .update(deliveries)
    .set({ state: "sending", sentAt: null, sendingUntil: sql`now() - interval '1 second'` })
    .where(eq(deliveries.jobId, job.id));

  await makeDue(server, anna, job.id);

  expect(await reached(anna, job.id, "unconfirmed")).toMatchObject({ sentAt: null });
});

describe("a file of a job that cannot be converted", () => {
  const mixed: NewFile[] = [
    ["good.txt", "good"],
    ["broken.txt", "bad"],
    ["fine.txt", "fine"],
  ];

  test("does not delay the separate emails of the other files", async () => {
    const { sentEmails, anna } = await sending();

    const { id } = await anna.job(mixed, { ...emailed, separateEmails: "true" });

    await vi.waitFor(() => expect(sentEmails()).toHaveLength(2), { timeout: 20_000 });
    const job = await anna.ended(id);
    expect(job).toMatchObject({ status: "failed", light: { colour: "red" }, pdfPath: null });
    expect(job.outputs.map(({ name }) => name)).toEqual(["good.pdf", "fine.pdf"]);

    await anna.post(`/api/jobs/${id}/retry`);
    await anna.ended(id);
    expect(sentEmails()).toHaveLength(2);
  });

  test("is replaced by a file whose PDF gets a name that no other PDF of the job has", async () => {
    const { sentEmails, anna } = await sending();
    const job = await sent(anna, mixed, { ...emailed, separateEmails: "true" });
    await vi.waitFor(() => expect(sentEmails()).toHaveLength(2), { timeout: 20_000 });
    const broken = job.files.find(({ state }) => state === "refused");
    const form = new FormData();
    form.append("files", new Blob(["fine now"]), "fine.txt");

    await anna.replace(`/api/jobs/${job.id}/files/${broken?.id}`, form);

    await expect.poll(async () => (await anna.read(job.id)).status).toBe("completed");
    expect((await anna.read(job.id)).outputs.map(({ name }) => name)).toEqual(["good.pdf", "fine (2).pdf", "fine.pdf"]);
  });

  test("is not counted in the subject or the PDF's title after it was left out", async () => {
    const { sentEmails, anna } = await sending();
    const job = await sent(anna, mixed, { ...emailed, emailSubject: "{files} of {customer}" });
    const broken = job.files.find(({ state }) => state === "refused");

    await anna.post(`/api/jobs/${job.id}/files/${broken?.id}/leave-out`);

    await expect.poll(async () => (await anna.read(job.id)).light.word).toBe("Sent");
    expect(sentEmails().map(({ subject }) => subject)).toEqual(["2 files of Bright Bakery"]);
    expect((await anna.get(`/api/jobs/${job.id}/download`)).body).toMatch(/^2 files of Bright Bakery: /);
  });

  test("delays the single email of the whole job", async () => {
    const { sentEmails, anna } = await sending();

    const job = await sent(anna, mixed, emailed);

    expect(job).toMatchObject({ status: "failed", outputs: [], deliveries: [] });
    expect(sentEmails()).toEqual([]);
  });
});

test("files that were sent to an inbox before are recognised by their content, whatever their name", async () => {
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

test("the timeline records that a file was sent to an inbox that had received it before", async () => {
  const { anna } = await sending();
  await sent(anna, [["march.txt", "the same"]]);

  const job = await sent(anna, [
    ["april.txt", "new"],
    ["again.txt", "the same"],
  ]);

  const events: { text: string }[] = (await anna.get(`/api/jobs/${job.id}/timeline`)).json();
  expect(events.map(({ text }) => text)).toContain(
    "Sent 1 file for Bright Bakery that had gone to the same inbox before",
  );
});

test("the timeline shows who did what, and the mail server's words", async () => {
  const { server, anna } = await sending(() => refusal(550, "5.1.1 No such inbox"));
  const job = await sent(anna);

  const events = (await anna.get(`/api/jobs/${job.id}/timeline`)).json();

  expect(events.map(({ text }: { text: string }) => text)).toEqual([
    "Uploaded 2 files for Bright Bakery",
    expect.stringMatching(/converted: 1 page in/),
    expect.stringMatching(/converted: 1 page in/),
    "1 PDF created, 2 pages in total",
    "Email to bright@example.com not sent",
  ]);
  expect(events[0]).toMatchObject({ kind: "person", who: "Anna Okafor" });
  expect(events[4]).toMatchObject({ kind: "bad", words: "550 5.1.1 No such inbox" });
  const stranger = await openPractice(server);
  expect((await stranger.get(`/api/jobs/${job.id}/timeline`)).statusCode).toBe(404);
});
