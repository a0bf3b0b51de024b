import { expect, test } from "vitest";
import { mailRemedy } from "./mail-remedy.ts";

test.each([
  ["EAUTH 535", "password"],
  ["postmark 401", "key"],
  ["ETLS", "certificate"],
  ["ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT", "certificate"],
  ["EENVELOPE 550", "sender"],
  ["postmark 422", "sender"],
  ["ECONNECTION", "port"],
  ["EDNS", "port"],
])("the remedy for %s mentions the %s", (code, word) => {
  expect(mailRemedy({ code })).toContain(word);
});
