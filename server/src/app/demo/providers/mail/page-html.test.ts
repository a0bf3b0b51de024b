import { expect, test } from "vitest";
import type { MailMessage } from "./message.ts";
import { listPage, messagePage } from "./page-html.ts";
import { pageAt } from "./pages.ts";

const message: MailMessage = {
  id: "m1",
  at: "2026-11-23T10:00:00.000Z",
  from: { name: "Anna Okafor", address: "post@sheaf.example" },
  to: "bright@dext.cc",
  replyTo: null,
  subject: "Documents",
  text: "Look at https://sheaf.example/a?b=1 today & tomorrow",
  html: "",
  attachments: [],
  deliveryId: null,
  state: "delivered",
  nextTryAt: null,
  answers: [],
  unreported: [],
};

test("the list says how to get a first email while there is none, and what words in an address do", () => {
  const page = listPage([]);
  expect(page).toContain("No emails yet.");
  expect(page).toContain("<dt><code>slow@…</code></dt>");
  expect(listPage([message])).not.toContain("No emails yet.");
});

test("a row of the list counts the attachments only when there are some", () => {
  const row = (count: number) =>
    listPage([{ ...message, attachments: Array.from({ length: count }, () => ({ name: "a.pdf", sizeBytes: 1 })) }]);
  expect(row(0)).not.toContain("attached");
  expect(row(1)).toContain("bright@dext.cc · 1 attached");
  expect(row(2)).toContain("2 attached");
});

test.each([
  ["on-its-way", null, '<span class="badge busy">On its way</span>'],
  ["put-off", null, '<span class="badge busy">Put off</span>'],
  ["put-off", "2026-11-23T10:01:00.000Z", ", next try at "],
  ["delivered", "2026-11-23T10:01:00.000Z", '<span class="badge ok">Delivered</span>'],
  ["bounced", null, '<span class="badge bad">Bounced</span>'],
  ["lost", null, '<span class="badge bad">Answered 502</span>'],
] as const)("an email in the state %s with the next try %s has a badge %s", (state, nextTryAt, badge) => {
  expect(listPage([{ ...message, state, nextTryAt }])).toContain(badge);
});

test("the page of an email names sender and recipient, and whom an answer goes to", () => {
  const page = messagePage({ ...message, replyTo: { name: "", address: "anna@hartley.example" } });
  expect(page).toContain("<dt>From</dt><dd>Anna Okafor &lt;post@sheaf.example&gt;</dd>");
  expect(page).toContain("<dt>Answers to</dt><dd>anna@hartley.example</dd>");
  expect(messagePage(message)).not.toContain("Answers to");
});

test.each([
  [0, "1 KB"],
  [1535, "1 KB"],
  [1536, "2 KB"],
  [2_097_152, "2,048 KB"],
])("an attachment of %i bytes is shown with %s", (sizeBytes, words) => {
  const attachments = [{ name: "a.pdf", sizeBytes }];
  expect(messagePage({ ...message, attachments })).toContain(`<dd>a.pdf (${words})</dd>`);
});

test("an email without attachments says so, and one that was lost says what happened", () => {
  expect(messagePage(message)).toContain("<dt>Attached</dt><dd>nothing</dd>");
  expect(messagePage(message)).not.toContain("What happened");
  expect(messagePage({ ...message, state: "lost" })).toContain("returned 502");
});

test("an email with HTML shows it in a frame above its folded text; one without shows the text", () => {
  const plain = messagePage(message);
  expect([plain.includes("<iframe"), plain.includes("<details open>")]).toEqual([false, true]);
  const rich = messagePage({ ...message, html: "<p>Hello</p>" });
  expect([rich.includes('src="/messages/m1.html"'), rich.includes("<details>")]).toEqual([true, true]);
});

test("web addresses in the text become links, and the words around them are escaped", () => {
  expect(messagePage(message)).toContain(
    'Look at <a href="https://sheaf.example/a?b=1" target="_blank" rel="noopener">https://sheaf.example/a?b=1</a> today &amp; tomorrow',
  );
});

test("the inbox’s answers stand on the page in their order", () => {
  const answers = ["451 later", "250 taken"].map((words) => ({ at: message.at, words }));
  expect(messagePage({ ...message, answers })).toMatch(/“451 later”.*“250 taken”/);
});

const store = {
  all: () => [message],
  find: (id: string) => (id === "m1" ? { ...message, html: "<HEAD></HEAD>" } : undefined),
  contentPath: () => "/nowhere/m1.eml",
  keep: async () => {},
  close: async () => {},
};
const ask = (url: string, method = "GET", host = "127.0.0.1:1") =>
  pageAt({ url, method, headers: { host } } as Parameters<typeof pageAt>[0], { store, host: "127.0.0.1:1" });

test.each([
  ["/", "GET", 200],
  ["/?again", "HEAD", 200],
  ["/", "POST", 404],
  ["/messages/m1", "GET", 200],
  ["/messages/m1.html", "GET", 200],
  ["/messages/m1.eml", "GET", 404],
  ["/messages/m2", "GET", 404],
  ["/messages/m1.txt", "GET", 404],
])("the page %s, asked for by %s, has status %i", async (url, method, status) => {
  expect((await ask(url, method)).status).toBe(status);
});

test("a request with another host finds nothing, and links in an email open outside its frame", async () => {
  expect((await ask("/", "GET", "other:1")).status).toBe(404);
  const { body, headers } = await ask("/messages/m1.html");
  expect(body).toBe('<head><base target="_blank"></HEAD>');
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
});
