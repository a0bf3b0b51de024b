import { expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { openText, sealText } from "../../../platform/crypto/sealed-text.ts";
import { MailError } from "../../../platform/mail/transport.ts";
import { forwardReply, replySealContext } from "./forward-reply.task.ts";
import { takeReply } from "./replies.ts";
import { replyAddress } from "./reply-address.ts";

const key = Buffer.alloc(32, 1);
const id = "019b1234-5678-7abc-8def-0123456789ab";
const other = "019b1234-5678-7abc-8def-0123456789ac";
const email = { id, practiceId: "p1", jobId: "j1", state: "sent", confirmedById: "u1", recipient: "oak@x" };
const at = (deliveryId: string) => replyAddress(key, "in.x", deliveryId);

interface Taken {
  reply?: object;
  script?: Script;
}

/** Takes a reply; returns what was written and queued. */
async function take({ reply = {}, script = {} }: Taken = {}) {
  const database = scriptedDb({
    "select deliveries": [[email]],
    "insert delivery_events": [[{}]],
    ...script,
  });
  const { queue, queued } = recordingQueue();
  await takeReply({ db: database.db, key, queue }, "sendgrid", "in.x", {
    name: "m1",
    recipients: [at(id)],
    from: { name: "Bob", address: "bob@x" },
    subject: "Re: Papers",
    text: " Thanks. ",
    unquotedText: " Short. ",
    attachments: ["a.jpg"],
    ...reply,
  });
  return { ...database, queued };
}

test("a reply is told, kept for forwarding and announced", async () => {
  const { given, queued, announced } = await take();
  expect(given("insert delivery_events")).toMatchObject([
    {
      practiceId: "p1",
      deliveryId: id,
      provider: "sendgrid",
      kind: "replied",
      eventKey: `reply:${id}:m1`,
      words: "Short.",
    },
  ]);
  const [kept] = given("insert delivery_replies") as { id: string; practiceId: string; content: Buffer }[];
  const content = JSON.parse(openText(key, replySealContext(kept?.id ?? ""), kept?.content ?? Buffer.alloc(0)) ?? "");
  expect(content).toEqual({
    from: { name: "Bob", address: "bob@x" },
    subject: "Re: Papers",
    attachments: ["a.jpg"],
    text: "Thanks.",
  });
  expect(queued).toEqual([{ task: "delivery.forward-reply", payload: { replyId: kept?.id }, group: "p1" }]);
  expect(given("update deliveries")).toEqual([{ state: "sent" }]);
  expect(announced).toEqual([{ type: "job", id: "j1" }]);
});

test.each<[string, Taken, number]>([
  ["one address twice", { reply: { recipients: [at(id), at(id)] } }, 1],
  ["two emails", { reply: { recipients: [at(id), at(other)] } }, 2],
  ["nobody", { reply: { recipients: [] } }, 0],
  ["an address with a wrong signature", { reply: { recipients: [at(id).replace(/.@/, "x@")] } }, 0],
  ["an email that is gone", { script: { "select deliveries": [[]] } }, 0],
  ["an email that has it already", { script: { "insert delivery_events": [[]] } }, 0],
  ["an email with 49 replies", { script: { "count delivery_events": [49] } }, 1],
  ["an email with 50 replies", { script: { "count delivery_events": [50] } }, 0],
])("a reply to %s is forwarded: %#", async (_to, given, times) => {
  expect((await take(given)).queued).toHaveLength(times);
});

test.each([
  ["x".repeat(401), "x".repeat(400)],
  ["x".repeat(400), "x".repeat(400)],
  ["\u{1f600}".repeat(401), "\u{1f600}".repeat(400)],
  ["a\0b", "ab"],
  [" \n ", null],
  ["", null],
])("of the text %#, the timeline shows the first 400 characters", async (unquotedText, words) => {
  expect((await take({ reply: { unquotedText } })).given("insert delivery_events")).toMatchObject([{ words }]);
});

test("of a long text, 100,000 characters are forwarded", async () => {
  const { given } = await take({ reply: { text: "x".repeat(100_001) } });
  const [kept] = given("insert delivery_replies") as { id: string; content: Buffer }[];
  const content = openText(key, replySealContext(kept?.id ?? ""), kept?.content ?? Buffer.alloc(0));
  expect(JSON.parse(content ?? "").text).toHaveLength(100_000);
});

test("a long message id, or one with NUL, is cut", async () => {
  const { given } = await take({ reply: { name: `\0${"m".repeat(1_001)}` } });
  expect(given("insert delivery_events")).toMatchObject([{ eventKey: `reply:${id}:${"m".repeat(1_000)}` }]);
});

const replyId = "r1";

interface Forwarded {
  content?: object;
  sealed?: Buffer;
  script?: Script;
  send?: () => Promise<void>;
  config?: object;
}

/** Forwards a stored reply; returns the message that was sent. */
async function forward(given: Forwarded = {}) {
  const reply = {
    from: { name: "Bob", address: "bob@x.example" },
    subject: "Re: Papers",
    text: "Thanks.",
    attachments: [],
  };
  const text = JSON.stringify({ ...reply, ...given.content });
  const content = given.sealed ?? sealText(key, replySealContext(replyId), text);
  const row = { id: replyId, practiceId: "p1", deliveryId: id, content };
  const database = scriptedDb({
    "delete delivery_replies": [[row]],
    "select deliveries": [[{ ...email, subject: "Papers", part: 2, parts: 3 }]],
    "select practices": [[{ name: "Okafor" }]],
    "select users": [[{ name: "Ada", address: "ada@okafor.example" }]],
    ...given.script,
  });
  const [refresh, warn, error] = [vi.fn(), vi.fn(), vi.fn()];
  const send = vi.fn(async (_message: Record<string, unknown>) => given.send?.());
  const config = {
    companyName: "Sheaf",
    mailFrom: { address: "sheaf@x" },
    mail: { inboundDomain: "in.x" },
    ...given.config,
  };
  const services = { db: database.db, key, config, liveConfig: { refresh }, log: { warn, error }, mail: { send } };
  const failure = await forwardReply
    .run({ replyId }, services as never, { signal: new AbortController().signal })
    .catch((thrown: unknown) => thrown);
  expect(refresh).toHaveBeenCalledOnce();
  return { ...database, message: send.mock.calls[0]?.[0], failure, warn, error };
}

test("a reply is forwarded to the member who confirmed the email", async () => {
  const { message } = await forward();
  expect(message).toEqual({
    practiceId: "p1",
    to: "ada@okafor.example",
    from: { name: "Sheaf", address: "sheaf@x" },
    replyTo: { name: "Bob", address: "bob@x.example" },
    subject: "Fwd: Re: Papers",
    text: [
      "Bob (bob@x.example) replied to the email “Papers (part 2 of 3)” to oak@x. If you reply, it goes to bob@x.example.",
      "----- What was written -----\n\nThanks.\n\n----- End -----",
      "-- \nSent by Sheaf for Okafor.\n",
    ].join("\n\n"),
  });
});

test.each<[object, string]>([
  [{ from: { name: "", address: "bob@x.example" } }, "bob@x.example replied"],
  [{ text: "" }, "The reply contains no plain text, so there is nothing to show here."],
  [
    { attachments: ["a.jpg", "b.jpg"] },
    "Attached to the reply and not forwarded: a.jpg, b.jpg. Ask Bob (bob@x.example) for what you need.",
  ],
])("a reply with %j is told as “%s”", async (content, words) => {
  expect((await forward({ content })).message?.text).toContain(words);
});

test("a reply without a subject, or from no address, is forwarded all the same", async () => {
  const { message } = await forward({ content: { subject: "", from: { name: "", address: "nobody" } } });
  expect(message).toMatchObject({ subject: "Fwd: Papers (part 2 of 3)" });
  expect(message).not.toHaveProperty("replyTo");
});

test("a long subject is cut at 250 characters", async () => {
  expect((await forward({ content: { subject: "x".repeat(300) } })).message?.subject).toHaveLength(250);
});

test.each<[string, Forwarded, boolean]>([
  ["is gone already", { script: { "delete delivery_replies": [[]] } }, false],
  ["cannot be read", { sealed: Buffer.alloc(40) }, false],
  ["answers an email that is gone", { script: { "select deliveries": [[]] } }, false],
  ["answers an email of a member who has left", { script: { "select users": [[]] } }, false],
  ["belongs to a practice that is gone", { script: { "select practices": [[]] } }, false],
  ["would return to this installation", { script: { "select users": [[{ name: "A", address: "a@IN.X" }]] } }, false],
  [
    "goes to a domain that only ends alike",
    { script: { "select users": [[{ name: "A", address: "a@jin.x" }]] } },
    true,
  ],
  ["goes to a member where no mail is received", { config: { mail: {} } }, true],
])("a reply that %s is forwarded: %#", async (_what, given, isForwarded) => {
  expect((await forward(given)).message !== undefined).toBe(isForwarded);
});

test("a reply that cannot be read is reported", async () => {
  expect((await forward({ sealed: Buffer.alloc(40) })).error).toHaveBeenCalledOnce();
  expect((await forward()).error).not.toHaveBeenCalled();
});

const refuse = (failure: "temporary" | "permanent" | "unknown") => () =>
  Promise.reject(new MailError(failure as never, "no", { code: "E1", cause: null }));

test("a reply that the server puts off is kept and tried again", async () => {
  const { failure, given } = await forward({ send: refuse("temporary") });
  expect(failure).toHaveProperty("message", "The mail server did not accept a reply (E1)");
  expect(given("insert delivery_replies")).toMatchObject([{ id: replyId }]);
});

test("a reply that the server refuses for good is not kept", async () => {
  const { failure, given, warn } = await forward({ send: refuse("permanent") });
  expect(failure).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
  expect(given("insert delivery_replies")).toEqual([]);
});

test("a reply is not kept after any other error", async () => {
  const { failure, given } = await forward({ send: () => Promise.reject(new TypeError("bad")) });
  expect(failure).toBeInstanceOf(TypeError);
  expect(given("insert delivery_replies")).toEqual([]);
});

test("a reply that was never forwarded is deleted", async () => {
  const { db, statements } = scriptedDb();
  await forwardReply.onFinalFailure({ replyId }, "no", { db } as never);
  expect(statements).toMatchObject([{ does: "delete delivery_replies", params: [replyId] }]);
});
