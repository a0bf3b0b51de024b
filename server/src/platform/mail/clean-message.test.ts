import { expect, test } from "vitest";
import { cleanMessage } from "./clean-message.ts";
import { headersOf, neverEncodedWord } from "./encoded-word.ts";

const message = { practiceId: null, from: { name: "Okafor", address: "a@x" }, to: "b@x", subject: "Papers", text: "t" };

test.each(["", "b", "b@", "@x", "b@x@y", "b@x,c@x", "B <b@x>", "b@x\r\nBcc: c@x", "b c@x", '"b"@x', "b@[1.2.3.4]"])(
  "“%s” is not one address and gets no email",
  (to) => {
    expect(() => cleanMessage({ ...message, to })).toThrow(
      expect.objectContaining({ failure: "permanent", code: "recipient" }),
    );
  },
);

test("names and subjects are in one line, and never decoded as something else", () => {
  const cleaned = cleanMessage({
    ...message,
    from: { name: "=?utf-8?B?eA==?=", address: "a@x" },
    replyTo: { name: "Anna\r\n  Okafor", address: "anna@x" },
    subject: " A\r\n B\t C ",
    attachments: [{ name: "=?a/b?=.pdf", type: "application/pdf", sizeBytes: 1, path: "/a" }],
  });
  expect(cleaned.from.name).toBe("= ?utf-8?B?eA== ?=");
  expect(cleaned.replyTo).toEqual({ name: "Anna Okafor", address: "anna@x" });
  expect(cleaned.subject).toBe("A B C");
  expect(cleaned.attachments?.[0]).toMatchObject({ type: "application/pdf", path: "/a" });
  expect(cleaned.attachments?.[0]?.name).not.toMatch(/=\?|\//);
});

test("answers to what is not one address are left out", () => {
  expect(cleanMessage({ ...message, replyTo: { name: "A", address: "a@x,b@x" } })).not.toHaveProperty("replyTo");
  expect(cleanMessage(message)).not.toHaveProperty("replyTo");
  expect(cleanMessage(message)).toMatchObject({ to: "b@x", text: "t", attachments: [] });
});

test("a plain subject is sent as it is", () => {
  expect(headersOf("Papers")).toEqual({ subject: "Papers", headers: { "Auto-Submitted": "auto-generated" } });
  expect(neverEncodedWord("a=?b")).toBe("a= ?b");
});

/** Returns the words of a subject that looks as if it was encoded, decoded. */
function words(subject: string): string[] {
  const { headers } = headersOf(subject) as { headers: { subject?: { value: string } } };
  return (headers.subject?.value ?? "").split(" ").map((word) => {
    expect(word.length).toBeLessThanOrEqual(75);
    const [, base64 = ""] = /^=\?UTF-8\?B\?(.*)\?=$/.exec(word) ?? [];
    return Buffer.from(base64, "base64").toString();
  });
}

test("a subject that looks encoded is encoded, in words of 45 bytes that end between characters", () => {
  expect(words("=?x")).toEqual(["=?x"]);
  expect(words(`=?${"a".repeat(43)}`)).toEqual([`=?${"a".repeat(43)}`]);
  expect(words(`=?${"a".repeat(44)}`)).toEqual([`=?${"a".repeat(43)}`, "a"]);
  expect(words(`=?${"a".repeat(42)}\u00e9b`)).toEqual([`=?${"a".repeat(42)}`, "\u00e9b"]);
});
