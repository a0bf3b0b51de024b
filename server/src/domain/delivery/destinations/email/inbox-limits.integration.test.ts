import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  emailed,
  itIsTime,
  practiceWith,
  reached,
  sending,
  sent,
  two,
} from "../../../../../testing/delivery/sending.ts";
import type { NewFile, Practice } from "../../../../../testing/jobs/practice.ts";
import { deliveries } from "../../table.ts";

describe("what an inbox takes", () => {
  const half = "y".repeat(2.5 * 1_048_576);
  const scans: NewFile[] = [
    ["a.txt", half],
    ["b.txt", half],
    ["c.txt", half],
  ];

  test("[D10] a merged PDF that is too large goes in parts between documents; the download stays whole", async () => {
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

  test("a mail server that takes less than most gets what it takes, in several emails", async () => {
    const { inbox } = await sending();
    const { anna } = await practiceWith(inbox.url, { SMTP_MAX_MB: "5" });

    const job = await sent(anna, scans);

    expect(job.deliveries.map(({ state, attachments }) => [state, attachments.length])).toEqual([
      ["sent", 1],
      ["sent", 1],
      ["sent", 1],
    ]);
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

  test("an email that holds more PDFs than its inbox takes says so, and sent again goes in several", async () => {
    const { papers, server, anna } = await sending();
    await anna.put("/api/settings", { undoSeconds: 120 });
    const { id } = await anna.job(two, { ...emailed, separatePdfs: "true" });
    await reached(anna, id, "held");
    // As an older version wrote it, or before the inbox took less.
    const { db } = server.services;
    await db.update(deliveries).set({ recipient: "bakery@app.hubdoc.com" }).where(eq(deliveries.jobId, id));
    await itIsTime(server, anna, id);

    const failed = await reached(anna, id, "failed");
    expect(failed.message).toMatch(/^It carries 2 PDFs, and bakery@app\.hubdoc\.com takes 1 in one email\./);

    await anna.post(`/api/jobs/${id}/deliveries/${failed.id}/send-again`, {});

    const after = await anna.ended(id);
    expect(after.deliveries.map(({ state }) => state)).toEqual(["failed", "sent", "sent"]);
    expect(papers()).toHaveLength(2);
  });

  test("a copy sent again to an inbox that takes less goes in the parts that were made for such", async () => {
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

  describe("documents that no email can carry as they are", () => {
    const photo = "#".repeat(7 * 1_048_576);
    const note = "Its pictures were reduced to 200 dpi so that it fits into an email.";
    const toDext = (anna: Practice) =>
      anna.put(`/api/customers/${anna.customerId}`, {
        name: "Bright Bakery",
        email: "owner@bakery.example",
        outputEmail: "bakery@multiple.dext.cc",
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
