import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  emailed,
  makeDue,
  practiceWith,
  reached,
  sending,
  sent,
  two,
} from "../../../../../testing/delivery/sending.ts";
import type { NewFile, Practice } from "../../../../../testing/jobs/practice.ts";
import { deliveries } from "../../table.ts";

describe("limits of an inbox", () => {
  const half = "y".repeat(2.5 * 1_048_576);
  const scans: NewFile[] = [
    ["a.txt", half],
    ["b.txt", half],
    ["c.txt", half],
  ];

  test("[D10] a merged PDF that is too large is sent in parts, split between documents; the download stays one PDF", async () => {
    const { sentEmails, anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@multiple.dext.cc" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);

    const job = await sent(anna, scans);

    expect(job.outputs).toHaveLength(1);
    expect(job.deliveries).toMatchObject([{ state: "sent", attachments: [{ pages: 2 }, { pages: 1 }] }]);
    const [mail] = sentEmails();
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/part 1 of 2\.pdf$/),
      expect.stringMatching(/part 2 of 2\.pdf$/),
    ]);
    expect((await anna.get(`/api/jobs/${job.id}/download`)).bytes.length).toBeGreaterThan(7 * 1_048_576);
  });

  test("SMTP_MAX_MB limits the size of an email, and the PDFs are sent in several emails", async () => {
    const { inbox } = await sending();
    const { anna } = await practiceWith(inbox.url, { SMTP_MAX_MB: "5" });

    const job = await sent(anna, scans);

    expect(job.deliveries.map(({ state, attachments }) => [state, attachments.length])).toEqual([
      ["sent", 1],
      ["sent", 1],
      ["sent", 1],
    ]);
  });

  test("an inbox that takes one attachment per email gets one email for each PDF, with its number in the subject", async () => {
    const { sentEmails, anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@app.hubdoc.com" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);

    await sent(anna, two, { ...emailed, separatePdfs: "true" });

    expect(
      sentEmails()
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(["Documents for Bright Bakery (part 1 of 2)", "Documents for Bright Bakery (part 2 of 2)"]);
  });

  test("an email with more PDFs than its inbox takes fails with that message, and is split when it is sent again", async () => {
    const { sentEmails, server, anna } = await sending();
    await anna.put("/api/settings", { undoSeconds: 120 });
    const { id } = await anna.job(two, { ...emailed, separatePdfs: "true" });
    await reached(anna, id, "held");
    // As written by an older version, or before the inbox lowered its limit.
    const { db } = server.services;
    await db.update(deliveries).set({ recipient: "bakery@app.hubdoc.com" }).where(eq(deliveries.jobId, id));
    await makeDue(server, anna, id);

    const failed = await reached(anna, id, "failed");
    expect(failed.message).toMatch(/^It carries 2 PDFs, and bakery@app\.hubdoc\.com takes 1 in one email\./);

    await anna.post(`/api/jobs/${id}/deliveries/${failed.id}/send-again`, {});

    const after = await anna.ended(id);
    expect(after.deliveries.map(({ state }) => state)).toEqual(["failed", "sent", "sent"]);
    expect(sentEmails()).toHaveLength(2);
  });

  test("a copy sent again to an inbox with a smaller limit uses the parts that were made for that limit", async () => {
    const { anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@multiple.dext.cc" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);
    const job = await sent(anna, scans, { ...emailed, copyToCustomer: "true" });
    const copy = job.deliveries.find(({ isCopy }) => isCopy);
    expect(copy?.attachments).toHaveLength(1);

    const recipient = "other@multiple.dext.cc";
    await anna.post(`/api/jobs/${job.id}/deliveries/${copy?.id}/send-again`, { recipient });

    const after = await anna.ended(job.id);
    expect(after.deliveries.at(-1)).toMatchObject({
      recipient,
      isCopy: true,
      state: "sent",
      part: 1,
      parts: 1,
      attachments: [{ pages: 2 }, { pages: 1 }],
    });
  });

  describe("documents that are too large for any email", () => {
    const photo = "#".repeat(7 * 1_048_576);
    const note = "Its pictures were reduced to 200 dpi so that it fits into an email.";
    const toDext = (anna: Practice) =>
      anna.put(`/api/customers/${anna.customerId}`, {
        name: "Bright Bakery",
        email: "owner@bakery.example",
        outputEmail: "bakery@multiple.dext.cc",
      });

    test("are sent with reduced pictures and a note in the email; the download keeps the original", async () => {
      const { sentEmails, anna } = await sending();
      await toDext(anna);

      const job = await sent(anna, [["scan.txt", photo]]);

      expect(job.deliveries).toMatchObject([
        { state: "sent", attachments: [{ sizeBytes: expect.toSatisfy((bytes) => bytes < 1_000), note }] },
      ]);
      const [mail] = sentEmails();
      expect(mail?.attachments).toMatchObject([{ filename: job.outputs[0]?.name }]);
      expect(mail?.text).toContain(note);
      expect(job.outputs).toMatchObject([{ sizeBytes: expect.toSatisfy((bytes) => bytes > 7 * 1_048_576) }]);
      expect((await anna.get(`/api/jobs/${job.id}/download`)).bytes.length).toBeGreaterThan(7 * 1_048_576);
    });

    test("are the only ones reduced among other documents, and keep their position", async () => {
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

    test("can be downloaded even when reducing their pictures fails", async () => {
      const { anna } = await sending();
      await toDext(anna);

      const job = await sent(anna, [["scan.txt", `unshrinkable ${photo}`]]);

      expect(job).toMatchObject({
        status: "completed",
        deliveries: [{ state: "failed", attachments: [{ note: null }] }],
      });
    });
  });

  test("a document that stays too large for any email fails with both sizes in the message", async () => {
    const { sentEmails, anna } = await sending();
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "bakery@dext.cc" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);

    const job = await sent(anna, [["scan.txt", "z".repeat(7 * 1_048_576)]]);

    expect(job.deliveries).toMatchObject([
      { state: "failed", message: expect.stringMatching(/has 7 MB, and bakery@dext\.cc takes 6 MB in one email/) },
    ]);
    expect(sentEmails()).toEqual([]);
  });
});
