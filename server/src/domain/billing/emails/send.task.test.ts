import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { MailError, type MailMessage } from "../../../platform/mail/transport.ts";
import { TryLater } from "../../../platform/queue/task.ts";
import { type RenderedEmail, renderBillingEmail } from "./render.ts";
import { sendBillingEmails } from "./send.task.ts";
import { billingEmails } from "./table.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-send-"));
});
afterAll(() => rm(folder, { recursive: true }));

vi.mock("./render.ts", () => ({ renderBillingEmail: vi.fn() }));
vi.mock("../../../platform/storage/work-folder.ts", () => ({
  withWorkFolder: (dataDir: string, work: (folder: string) => Promise<unknown>) => work(dataDir),
}));

const mail = vi.fn(async (_: MailMessage) => {});
const log = { warn: vi.fn(), error: vi.fn() };
const words = { subject: "Receipt SR-1", heading: "Thank you", paragraphs: ["Paid."] };
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(renderBillingEmail).mockResolvedValue({ words });
});

/** Sends the waiting emails "a" and "b". Returns what is found, and which emails are claimed and released. */
async function send({ owner = true, claims = true, address = "pay@sheaf.example" } = {}) {
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes(`from "billing_emails"`))
      return ["a", "b"].map((id) => rowOf(billingEmails, { id, practiceId: "p" }));
    if (text.includes(`from "users"`)) return owner ? [["maya@x.example", "Okafor"]] : [];
    return text.startsWith("update") && claims ? [["claimed"]] : [];
  });
  const services = {
    db,
    log,
    mail: { name: "smtp", send: mail },
    config: {
      installation: "service",
      dataDir: folder,
      companyName: "Sheaf Ltd",
      supportEmail: "help@x",
      mailFrom: { address },
    },
    liveConfig: { refresh: vi.fn(async () => {}) },
  };
  const found = await sendBillingEmails.run({}, services as never, { signal: new AbortController().signal });
  const updates = statements.filter(({ text }) => text.startsWith("update"));
  const idOf = ({ values }: { values: unknown[] }) => values.at(-1);
  return {
    found,
    claimed: updates.filter(({ text }) => text.includes(`"sent_at" = now()`)).map(idOf),
    released: updates.filter(({ text }) => text.includes(`"sent_at" = $`)).map(idOf),
    refreshed: services.liveConfig.refresh.mock.calls.length,
  };
}
const failing = (failure: "temporary" | "permanent", code: string) =>
  mail.mockRejectedValueOnce(new MailError(failure as never, "no", { code, cause: undefined }));

test("each email is claimed and sent to the owner, from the address and with the words of the installation", async () => {
  expect(await send()).toEqual({ found: { emails: 2 }, claimed: ["a", "b"], released: [], refreshed: 1 });
  const [message] = mail.mock.calls[0] ?? [];
  expect(message).toMatchObject({
    practiceId: "p",
    to: "maya@x.example",
    subject: "Receipt SR-1",
    messageId: "a@sheaf.example",
    attachments: [],
  });
  expect(message?.text).toContain("Sent by Sheaf Ltd to the owner of Okafor. Questions: help@x");
});

test("without a domain of its own, an installation's message ids end in localhost", async () => {
  await send({ address: "pay" });
  expect(mail.mock.calls[0]?.[0].messageId).toBe("a@localhost");
});

test("a receipt is attached as a file", async () => {
  const written: RenderedEmail = { words, attachment: { name: "Receipt SR-1.pdf", pdf: Buffer.from("%PDF") } };
  vi.mocked(renderBillingEmail).mockResolvedValue(written);
  await send();
  const [file] = mail.mock.calls[0]?.[0].attachments ?? [];
  expect(file).toMatchObject({ name: "Receipt SR-1.pdf", type: "application/pdf", sizeBytes: 4 });
  expect(await readFile(join(folder, "receipt.pdf"), "utf8")).toBe("%PDF");
});

test("an email that another worker has claimed is not sent", async () => {
  expect((await send({ claims: false })).found).toEqual({ emails: 2 });
  expect(mail).not.toHaveBeenCalled();
});

test.each([
  ["an email without an owner", { owner: false }],
  ["an email that is no longer true", {}],
])("%s is claimed without being sent", async (_, given) => {
  if (Object.keys(given).length === 0) vi.mocked(renderBillingEmail).mockResolvedValue(null);
  expect((await send(given)).claimed).toEqual(["a", "b"]);
  expect(mail).not.toHaveBeenCalled();
});

test.each([
  ["EENVELOPE 450", { emails: 2 }],
  ["EMESSAGE 452", { emails: 2 }],
  ["EENVELOPE 421", { emails: 0 }],
  ["EMESSAGE 4521", { emails: 0 }],
  ["ECONNECTION", { emails: 0 }],
  ["EAUTH 454", { emails: 0 }],
])(
  "after the temporary failure %s that email waits, and the others too unless it is about one email",
  async (code, found) => {
    failing("temporary", code);
    expect(await send()).toMatchObject({ found, released: ["a"] });
    expect(mail).toHaveBeenCalledTimes(found.emails === 2 ? 2 : 1);
  },
);

test("an email that is refused for good is not sent again, and the next one is sent", async () => {
  failing("permanent", "ECONNECTION");
  expect(await send()).toMatchObject({ found: { emails: 2 }, released: [] });
  expect(mail).toHaveBeenCalledTimes(2);
});

test("an email that cannot be written does not hold up the others, a full disk does", async () => {
  vi.mocked(renderBillingEmail).mockRejectedValueOnce(new TypeError("broken"));
  expect(await send()).toMatchObject({ found: { emails: 2 }, claimed: ["b"] });
  expect(log.error).toHaveBeenCalledOnce();
  vi.mocked(renderBillingEmail).mockRejectedValueOnce(new TryLater("full"));
  expect(await send()).toMatchObject({ found: { emails: 0 }, claimed: [] });
  expect(log.warn).toHaveBeenCalledOnce();
});

test("a failure that is none of the mail server's is logged as an error", async () => {
  mail.mockRejectedValueOnce(new TypeError("broken"));
  expect(await send()).toMatchObject({ found: { emails: 2 }, released: [] });
  expect(log.error).toHaveBeenCalledOnce();
});
