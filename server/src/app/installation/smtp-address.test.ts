import { expect, test } from "vitest";
import { isSameServer, parseSmtpUrl, writeSmtpUrl } from "./smtp-address.ts";

const address = {
  host: "mail.example",
  port: 587,
  username: null,
  password: null,
  security: "starttls" as const,
};

test.each([
  ["smtp://mail.example", { ...address }],
  ["smtps://mail.example", { ...address, port: 465, security: "tls" }],
  ["smtps://mail.example?tls=optional", { ...address, port: 465, security: "tls" }],
  ["smtp://mail.example:25?tls=optional", { ...address, port: 25, security: "optional" }],
  ["smtp://mail.example?tls=always", { ...address }],
  ["smtp://[::1]:2525", { ...address, host: "::1", port: 2525 }],
  ["smtp://anna%40b:c%3Ad@mail.example", { ...address, username: "anna@b", password: "c:d" }],
  ["smtp://anna@mail.example", { ...address, username: "anna" }],
])("the address %s is read as %o", (url, parts) => {
  expect(parseSmtpUrl(url)).toEqual(parts);
});

test.each([
  [{ ...address }, "smtp://mail.example:587"],
  [{ ...address, security: "tls" as const, port: 465 }, "smtps://mail.example:465"],
  [{ ...address, security: "optional" as const }, "smtp://mail.example:587?tls=optional"],
  [{ ...address, host: "::1" }, "smtp://[::1]:587"],
  [{ ...address, username: "anna", password: null }, "smtp://anna:@mail.example:587"],
  [{ ...address, username: null, password: "secret" }, "smtp://mail.example:587"],
])("%o is written as %s", (parts, url) => {
  expect(writeSmtpUrl(parts)).toBe(url);
});

test.each([
  [{}, true],
  [{ host: "MAIL.example" }, true],
  [{ password: "another" }, true],
  [{ host: "other.example" }, false],
  [{ port: 588 }, false],
  [{ security: "tls" as const }, false],
  [{ username: "ben" }, false],
])("a server with %o is the same: %s", (more, isSame) => {
  expect(isSameServer(address, { ...address, ...more })).toBe(isSame);
});
