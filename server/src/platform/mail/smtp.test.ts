import { Readable } from "node:stream";
import { beforeEach, expect, test, vi } from "vitest";
import { openSmtp } from "./smtp.ts";

type Plugin = (mail: { message: object; data: object }, done: () => void) => void;

/** The options of each transport. */
const created = vi.hoisted((): Record<string, unknown>[] => []);
let error: unknown;
/** Whether a part of the message is read before the error. */
let isBegun: boolean;
vi.mock("nodemailer", () => ({
  createTransport(options: Record<string, unknown>) {
    created.push(options);
    let plugin: Plugin | undefined;
    return {
      use: (_: string, used: Plugin) => {
        plugin = used;
      },
      async sendMail({ signal }: { signal: AbortSignal }) {
        const message = { createReadStream: () => Readable.from(["text"]) };
        plugin?.({ message, data: { signal } }, () => {});
        const content = message.createReadStream();
        if (isBegun) for await (const _ of content);
        if (error !== undefined) throw error;
        return { response: "250 OK" };
      },
      async verify() {
        if (error !== undefined) throw error;
      },
      close() {},
    };
  },
}));
beforeEach(() => {
  created.length = 0;
  [error, isBegun] = [undefined, false];
});

const open = (url = "smtp://mail.example") => openSmtp({ url, maxBytes: 7 } as never);
const message = { practiceId: null, from: { name: "", address: "a@x" }, to: "b@x", subject: "s", text: "t" };

test.each([
  ["smtp://mail.example", { host: "mail.example", port: 587, secure: false, requireTLS: true }],
  ["smtp://mail.example:2525", { port: 2525, requireTLS: true }],
  ["smtp://mail.example?tls=optional", { secure: false, requireTLS: false }],
  ["smtps://mail.example", { port: 465, secure: true, requireTLS: false }],
  ["smtps://mail.example:466", { port: 466, secure: true }],
  ["smtp://localhost", { host: "localhost", requireTLS: false }],
  ["smtp://127.0.0.9", { host: "127.0.0.9", requireTLS: false }],
  ["smtp://[::1]", { host: "::1", requireTLS: false }],
  ["smtp://us%40er:pa%3Ass@mail.example", { auth: { user: "us@er", pass: "pa:ss" } }],
])("%s is a server with %j", (url, options) => {
  open(url);
  expect(created[0]).toMatchObject(options);
  if (!url.includes("@")) expect(created[0]).not.toHaveProperty("auth");
});

test("connections are shared, and have limits of time", () => {
  expect(open().maxBytes).toBe(7);
  expect(created[0]).toMatchObject({
    pool: true,
    maxConnections: 3,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableUrlAccess: true,
  });
  expect(created[0]).not.toHaveProperty("dkim");
});

test("messages are signed when there is a key", () => {
  openSmtp({ url: "smtp://a", maxBytes: 1, dkim: { domain: "d", selector: "s", privateKey: "k" } } as never);
  expect(created[0]).toMatchObject({ dkim: { domainName: "d", keySelector: "s", privateKey: "k" } });
});

test("an email that was accepted has the server's words", async () => {
  expect(await open().send(message)).toEqual({ answer: "250 OK" });
});

const of = (fields: object) => Object.assign(new Error("failed"), fields);
test.each([
  [of({ code: "EAUTH", responseCode: 535, permanent: true }), true, "temporary", "EAUTH 535"],
  [of({ code: "EDNS" }), true, "temporary", "EDNS"],
  [of({ code: "EENVELOPE", responseCode: 550, permanent: true }), false, "permanent", "EENVELOPE 550"],
  [of({ code: "EENVELOPE", responseCode: 450, permanent: false }), false, "temporary", "EENVELOPE 450"],
  [of({ code: "EENVELOPE" }), false, "permanent", "EENVELOPE"],
  [of({ code: "EMESSAGE" }), true, "permanent", "EMESSAGE"],
  [of({ code: "ECONNECTION" }), false, "temporary", "ECONNECTION"],
  [of({ code: "ECONNECTION" }), true, "unknown", "ECONNECTION"],
  ["text", false, "temporary", ""],
])("the error %j of an email that was begun: %s, is %s", async (thrown, begun, failure, code) => {
  [error, isBegun] = [thrown, begun];
  await expect(open().send(message)).rejects.toMatchObject({ failure, code });
});

test.each([
  ["b@x", "550 no", "550 no"],
  ["bj\u00f6rn@x", "550 no", /^550 no — Of bj\u00f6rn@x, the part before the @ has letters beyond a to z/],
  ["bjorn@\u00f6x", "550 no", "550 no"],
  ["bj\u00f6rn@x", undefined, "failed"],
])("the refusal of %s with the response %s is told", async (to, response, words) => {
  error = of({ code: "EENVELOPE", responseCode: 550, permanent: true, ...(response ? { response } : {}) });
  const told = await open()
    .send({ ...message, to })
    .catch((caught) => caught.message);
  if (typeof words === "string") expect(told).toBe(words);
  else expect(told).toMatch(words);
});

test("a trial connects within some seconds, on a connection of its own", async () => {
  expect(await open().verify?.()).toEqual({ isKnown: true });
  const limits = { dnsTimeout: 2_500, connectionTimeout: 2_500, greetingTimeout: 2_500, socketTimeout: 2_500 };
  expect(created[1]).toMatchObject({ host: "mail.example", ...limits });
  error = of({ code: "ECONNECTION" });
  await expect(open().verify?.()).rejects.toMatchObject({ failure: "temporary" });
});
