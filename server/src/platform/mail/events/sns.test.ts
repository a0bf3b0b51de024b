import { createPrivateKey, sign } from "node:crypto";
import { expect, test } from "vitest";
import { readSns } from "./sns.ts";

/** A key and its certificate, made for this test alone. */
const key = createPrivateKey({
  key: Buffer.from(
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoOfhBMLIjUUfS0xHZmRbgjEKDnK5dWoW5uyRslR2FyChRANCAASt" +
      "9iN5cG7B3y8tLCXvK7BTKiee0+Q3GwMcmjracmnAwhmsDMOGHSf5g5/x9zCE3ftumKDZ2h+ual/2y4090QkE",
    "base64",
  ),
  format: "der",
  type: "pkcs8",
});
const certificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBoTCCAUmgAwIBAgIUCr7UCQfI8NcH08k+nKHEmlHl74QwCgYIKoZIzj0EAwIwJjEkMCIGA1UEAwwbc25zLmV1LXdlc3QtMi5hbWF6b25hd3",
  "MuY29tMCAXDTI2MTEyNjE2MjIxOFoYDzIxMjYxMTAyMTYyMjE4WjAmMSQwIgYDVQQDDBtzbnMuZXUtd2VzdC0yLmFtYXpvbmF3cy5jb20wWTAT",
  "BgcqhkjOPQIBBggqhkjOPQMBBwNCAASt9iN5cG7B3y8tLCXvK7BTKiee0+Q3GwMcmjracmnAwhmsDMOGHSf5g5/x9zCE3ftumKDZ2h+ual/2y4",
  "090QkEo1MwUTAdBgNVHQ4EFgQU7PG/9Y9FBRDB4BuzdR+GfmyxHO8wHwYDVR0jBBgwFoAU7PG/9Y9FBRDB4BuzdR+GfmyxHO8wDwYDVR0TAQH/",
  "BAUwAwEB/zAKBggqhkjOPQQDAgNGADBDAh9dkPF/IZrD86vG/WCAbcgRSolfSybSW6TCSvEIFECFAiBcIpQJgcL4GRA9u4s/MRMfXgQs+dlh27CIySqGnqTktQ==",
  "-----END CERTIFICATE-----",
].join("\n");

const topicArn = "arn:aws:sns:eu-west-2:123456789012:sheaf";
const usual = {
  Type: "Notification",
  MessageId: "m-1",
  TopicArn: topicArn,
  Message: '{"eventType":"Delivery"}',
  Timestamp: "2026-11-20T09:00:00.000Z",
  SignatureVersion: "2",
  SigningCertURL: "https://sns.eu-west-2.amazonaws.com/cert-1.pem",
};
const confirmation = {
  ...usual,
  Type: "SubscriptionConfirmation",
  Token: "t-1",
  Message: "You have chosen to subscribe",
  SubscribeURL: "https://sns.eu-west-2.amazonaws.com/?Action=ConfirmSubscription",
};
const signedFields = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};

/** Signs a notice as Amazon does, and reads it. Returns its message and the addresses that were fetched. */
async function read(notice: Record<string, string>, changed: Record<string, string> = {}, how = "sha256") {
  const names = signedFields[notice.Type as keyof typeof signedFields] ?? [];
  const lines = names.flatMap((name) => (notice[name] === undefined ? [] : [`${name}\n${notice[name]}\n`]));
  const signature = sign(how, Buffer.from(lines.join("")), key).toString("base64");
  const fetched: string[] = [];
  const get = async (url: URL) => {
    fetched.push(url.href);
    return certificate;
  };
  const body = Buffer.from(JSON.stringify({ ...notice, Signature: signature, ...changed }));
  const message = await readSns({ body } as Parameters<typeof readSns>[0], { topicArn, get });
  return { message, fetched };
}

test("a signed notice has its message, and its certificate is fetched once", async () => {
  const notice = { ...usual, SigningCertURL: "https://sns.eu-west-2.amazonaws.com/once.pem" };
  expect(await read(notice)).toEqual({ message: { eventType: "Delivery" }, fetched: [notice.SigningCertURL] });
  expect(await read({ ...notice, Subject: "With a subject" })).toEqual({
    message: { eventType: "Delivery" },
    fetched: [],
  });
});

test("a notice of the first version is signed with SHA-1", async () => {
  const { message } = await read({ ...usual, SignatureVersion: "1" }, {}, "sha1");
  expect(message).toEqual({ eventType: "Delivery" });
});

test("a subscription is confirmed and has no message", async () => {
  const { message, fetched } = await read(confirmation);
  expect([message, fetched.at(-1)]).toEqual([undefined, confirmation.SubscribeURL]);
});

test("the end of a subscription has no message, and fetches nothing but the certificate", async () => {
  const { message, fetched } = await read({ ...confirmation, Type: "UnsubscribeConfirmation" });
  expect(message).toBeUndefined();
  expect(fetched).not.toContain(confirmation.SubscribeURL);
});

test.each([
  ["a changed message", usual, { Message: '{"eventType":"Bounce"}' }],
  ["no signature", usual, { Signature: "" }],
  ["another topic", { ...usual, TopicArn: `${topicArn}-2` }, {}],
  ["a certificate from another host", usual, { SigningCertURL: "https://example.com/cert-1.pem" }],
  ["a certificate without encryption", usual, { SigningCertURL: "http://sns.eu-west-2.amazonaws.com/cert-1.pem" }],
  ["a certificate that is none", usual, { SigningCertURL: "https://sns.eu-west-2.amazonaws.com/cert" }],
  [
    "a subscription at another host",
    { ...confirmation, SubscribeURL: "https://sns.eu-west-2.amazonaws.com.example.com/" },
    {},
  ],
])("a notice with %s is refused", async (_what, notice, changed) => {
  await expect(read(notice, changed)).rejects.toMatchObject({ code: "forged-event" });
});
