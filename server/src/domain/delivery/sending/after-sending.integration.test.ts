import type { Job } from "@sheaf/contracts/jobs.ts";
import { describe, expect, test } from "vitest";
import { emailed, makeDue, reached, refusal, sending, sent, two } from "../../../../testing/delivery/sending.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";

describe("undo", () => {
  test("[D12] cancels the emails while they wait, and the PDF can still be downloaded", async () => {
    const { sentEmails, server, anna } = await sending();
    await anna.put("/api/settings", { undoSeconds: 120 });
    const { id } = await anna.job(two, emailed);
    const held = await reached(anna, id, "held");
    expect(Date.parse(held.sendAfter ?? "")).toBeGreaterThan(Date.now() + 60_000);

    const undone = await anna.post(`/api/jobs/${id}/undo`);

    expect(undone.json()).toMatchObject({
      light: { colour: "grey", word: "Not sent" },
      detail: "Email to bright@example.com cancelled. Nothing was sent.",
      deliveries: [{ state: "undone" }],
    });
    await makeDue(server, anna, id);
    expect((await anna.post(`/api/jobs/${id}/undo`)).json()).toMatchObject({ code: "too-late-to-undo" });
    expect(await reached(anna, id, "undone")).toBeTruthy();
    expect(sentEmails()).toEqual([]);
    expect((await anna.get(`/api/jobs/${id}/download`)).statusCode).toBe(200);
  });

  test("is refused for a member of another practice", async () => {
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

  test("to a corrected address changes the customer's address, and the job is found by the new address", async () => {
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
    expect((await anna.get("/api/jobs?q=bakery@example.com")).json()).toMatchObject([{ id: job.id }]);
  });

  test("to an inbox that takes one PDF per email creates one email for each PDF", async () => {
    const { sentEmails, anna } = await sending((address) =>
      address === "bright@example.com" ? refusal(550, "5.1.1 No such inbox") : null,
    );
    const job = await sent(anna, two, { ...emailed, separatePdfs: "true" });

    expect((await again(anna, job, { recipient: "bakery@app.hubdoc.com" })).statusCode).toBe(200);

    const after = await anna.ended(job.id);
    expect(after.light).toEqual({ colour: "green", word: "Sent" });
    const [first, second] = job.outputs;
    expect(after.deliveries).toMatchObject([
      { state: "failed", replacedById: after.deliveries[1]?.id },
      { state: "sent", part: 1, parts: 2, attachments: [{ id: first?.id }], replacedById: null },
      { state: "sent", part: 2, parts: 2, attachments: [{ id: second?.id }], replacedById: null },
    ]);
    expect(sentEmails().map(({ attachments }) => attachments.length)).toEqual([1, 1]);
  });

  test("twice at once sends one email", async () => {
    const { sentEmails, anna } = await sending();
    const job = await sent(anna);

    const answers = await Promise.all([again(anna, job), again(anna, job)]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await anna.ended(job.id);
    expect(sentEmails()).toHaveLength(2);
  });

  test("is refused without a subscription, for an email that is on its way and for another practice's email", async () => {
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

describe("an email that the mail server deferred", () => {
  /** Sends an email whose first attempt the mail server defers. It accepts the next attempt. */
  async function putOff() {
    let tries = 0;
    const here = await sending(() => (++tries === 1 ? refusal(451, "4.7.1 Greylisted, try again") : null));
    const { id } = await here.anna.job(two, emailed);
    const email = await reached(here.anna, id, "waiting");
    const act = (what: string, body?: object) => here.anna.post(`/api/jobs/${id}/deliveries/${email.id}/${what}`, body);
    return { ...here, id, act };
  }

  test("shows the mail server's words beside the job's light", async () => {
    const { anna, id } = await putOff();
    expect(await anna.read(id)).toMatchObject({
      light: { colour: "yellow", word: "Processing" },
      detail: "Email to bright@example.com: The mail server put it off: “451 4.7.1 Greylisted, try again”.",
    });
  });

  test("is tried again immediately on request, and sent once", async () => {
    const { server, anna, sentEmails, id, act } = await putOff();

    const answers = await Promise.all([act("try-now"), act("try-now")]);

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await reached(anna, id, "sent")).toMatchObject({ tries: 2, message: null });
    await makeDue(server, anna, id);
    expect(sentEmails()).toHaveLength(1);
    expect((await act("try-now")).json()).toMatchObject({ code: "delivery-not-waiting" });
    expect((await act("stop")).json()).toMatchObject({ code: "delivery-not-waiting" });
  });

  test("is never sent after it was stopped", async () => {
    const { server, anna, sentEmails, id, act } = await putOff();

    expect((await act("stop")).json()).toMatchObject({ light: { colour: "grey", word: "Not sent" } });

    await makeDue(server, anna, id);
    expect((await anna.ended(id)).deliveries).toMatchObject([{ state: "undone", tries: 1 }]);
    expect(sentEmails()).toEqual([]);
  });

  test("is not sent to its first address after it was sent to another one", async () => {
    const { server, anna, sentEmails, id, act } = await putOff();

    await act("send-again", { recipient: "other@example.com" });

    await expect.poll(async () => (await anna.read(id)).light.word).toBe("Sent");
    await makeDue(server, anna, id);
    const after = await anna.ended(id);
    expect(after.deliveries).toMatchObject([
      { state: "undone", replacedById: after.deliveries[1]?.id },
      { state: "sent", recipient: "other@example.com" },
    ]);
    expect(sentEmails().map(({ to }) => to?.[0]?.address)).toEqual(["other@example.com"]);
  });

  test("cannot be retried or stopped by another practice", async () => {
    const { server, anna, id } = await putOff();
    const stranger = await openPractice(server);
    const [email] = (await anna.read(id)).deliveries;
    for (const what of ["try-now", "stop"]) {
      const answer = await stranger.post(`/api/jobs/${id}/deliveries/${email?.id}/${what}`);
      expect(answer.json()).toMatchObject({ code: "delivery-not-found" });
    }
  });
});
