import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test, vi } from "vitest";
import { MailError } from "../../../../platform/mail/transport.ts";
import { openEmail } from "./email.ts";

vi.mock("../../events/suppressions.ts", () => ({ suppressionOf: async () => null }));
vi.mock("./email-body.ts", () => ({ writeEmailBody: () => ({ text: "body", html: "<p>body</p>" }) }));

const id = "019b1234-5678-7abc-8def-0123456789ab";

function services(mail: object = {}, config: object = {}) {
  return {
    key: Buffer.alloc(32),
    log: { warn: vi.fn() },
    mail: { name: "smtp", maxBytes: 30 * MB, send: vi.fn(async () => ({ answer: "250 OK" })), ...mail },
    config: { companyName: "Sheaf", mailFrom: { address: "sheaf@mail.example" }, mail: {}, ...config },
  };
}
type Given = ReturnType<typeof services>;
const open = (given: Given = services()) => openEmail(given as never);

const parcel = (change: object = {}) => ({
  row: { id, practiceId: "p1", recipient: "a@x", subject: "Papers", part: 1, parts: 1 },
  practiceName: "Okafor",
  confirmer: { name: "Anna", address: "anna@okafor.example" },
  pdfs: [{ name: "a.pdf", sizeBytes: 3, path: "/a" }],
  ...change,
});

/** Hands a parcel over; returns the outcome and the message that was sent. */
async function send(given: Given, change: object = {}) {
  const outcome = await open(given).ready(parcel(change) as never)();
  const [[message] = []] = vi.mocked(given.mail.send).mock.calls as unknown as [Record<string, unknown>][];
  return { outcome, message };
}

test.each([
  [null, false, ["own@x"]],
  [null, true, ["own@x"]],
  ["inbox@x", false, ["inbox@x"]],
  ["inbox@x", true, ["inbox@x", "own@x copy"]],
  ["OWN@x", true, ["OWN@x"]],
])("with the inbox %s and a copy wanted: %s, emails go to %j", (customerOutputEmail, copyToCustomer, expected) => {
  const job = { customerEmail: "own@x", customerOutputEmail, copyToCustomer };
  const shown = open()
    .recipientsOf(job as never)
    .map(({ recipient, isCopy }) => recipient + (isCopy ? " copy" : ""));
  expect(shown).toEqual(expected);
});

test("a message has its sender, its answers to, its id and its PDFs", async () => {
  const { outcome, message } = await send(services());
  expect(message).toMatchObject({
    practiceId: "p1",
    deliveryId: id,
    messageId: `${id}@mail.example`,
    from: { name: "Okafor", address: "sheaf@mail.example" },
    to: "a@x",
    replyTo: { name: "Anna", address: "anna@okafor.example" },
    subject: "Papers",
    text: "body",
    attachments: [{ name: "a.pdf", type: "application/pdf", sizeBytes: 3, path: "/a" }],
  });
  expect(outcome).toEqual({
    state: "sent",
    provider: "smtp",
    providerMessageId: `${id}@mail.example`,
    words: "250 OK",
  });
});

test("without a practice's name or a person, the installation's name and no answers stand there", async () => {
  const { message } = await send(services(), { practiceName: "", confirmer: null });
  expect(message).toMatchObject({ from: { name: "Sheaf" } });
  expect(message).not.toHaveProperty("replyTo");
});

test("answers come to an inbound domain first, and parts are numbered", async () => {
  const row = { ...parcel().row, part: 2, parts: 3 };
  const { message } = await send(services({}, { mail: { inboundDomain: "in.example" } }), { row });
  expect(message?.replyTo).toMatchObject({ address: expect.stringMatching(/^reply-[0-9a-f-]+@in\.example$/) });
  expect(message?.subject).toBe("Papers (part 2 of 3)");
});

const failing = (failure: "temporary" | "permanent" | "unknown", words: string) =>
  vi.fn(() => Promise.reject(new MailError(failure, words, { code: "c", cause: undefined })));

test.each([
  [{ send: async () => ({ answer: "ok", providerMessageId: "m1" }) }, { state: "sent", providerMessageId: "m1" }],
  [{ name: "outbox" }, { state: "kept" }],
  [{ send: failing("temporary", "busy") }, { state: "put-off", words: "busy" }],
  [{ send: failing("unknown", "lost") }, { state: "unconfirmed" }],
  [{ send: failing("permanent", "550 no such user") }, { state: "failed", refusesRecipient: true }],
  [{ send: failing("permanent", "550 spam") }, { state: "failed", refusesRecipient: false, words: "550 spam" }],
])("an email with the transport %j ends as %j", async (mail, expected) => {
  const outcome = await open(services(mail)).ready(parcel() as never)();
  expect(outcome).toMatchObject(expected);
});

test("only the outbox takes an email twice without harm", () => {
  expect([open().isIdempotent, open(services({ name: "outbox" })).isIdempotent]).toEqual([false, true]);
});

test("an email whose transport was changed meanwhile is not started, and other errors are thrown", async () => {
  const given = services();
  const handOver = open(given).ready(parcel() as never);
  given.mail.name = "ses";
  expect(await handOver()).toMatchObject({ state: "not-started" });
  expect(given.mail.send).not.toHaveBeenCalled();
  const broken = services({ send: () => Promise.reject(new Error("odd")) });
  await expect(open(broken).ready(parcel() as never)()).rejects.toThrow("odd");
});

const refusal = (recipient: string, pdfs: object[], mail = {}) =>
  open(services(mail)).refusalOf({} as never, { practiceId: "p", recipient } as never, pdfs as never);
const pdf = { name: "a.pdf", sizeBytes: MB, pages: 1 };

test("an email that its inbox takes is not refused", async () => {
  expect(await refusal("a@x", [])).toBeNull();
  expect(await refusal("a@x", Array(10).fill(pdf))).toBeNull();
});

test("an email that its inbox does not take says why", async () => {
  expect(await refusal("a@x", Array(101).fill({ ...pdf, sizeBytes: 1 }))).toBe(
    "It carries 101 PDFs, and a@x takes 100 in one email. Send it again: it goes out in several.",
  );
  const later = "Download it, or upload the files in smaller jobs.";
  expect(await refusal("a@x", [{ ...pdf, sizeBytes: 20 * MB }])).toBe(
    `a.pdf has 20 MB, and a@x takes 15 MB in one email. ${later}`,
  );
  expect(
    await refusal("a@x", [
      { ...pdf, sizeBytes: 10 * MB },
      { ...pdf, sizeBytes: 8.26 * MB },
    ]),
  ).toBe(`These PDFs have 18.3 MB, and a@x takes 15 MB in one email. ${later}`);
  expect(await refusal("a@x", [{ ...pdf, sizeBytes: 8 * MB }], { maxBytes: 10 * MB })).toBe(
    `a.pdf has 8 MB, and a@x takes 7.5 MB in one email. ${later}`,
  );
  expect(await refusal("a@dext.cc", [{ ...pdf, sizeBytes: 7 * MB }])).toBe(
    `a.pdf has 7 MB, and a@dext.cc takes 6 MB in one email. ${later}`,
  );
});
