import { expect, test } from "vitest";
import { deliveryOfAddress, replyAddress } from "./reply-address.ts";

const key = Buffer.alloc(32, 1);
const id = "019b1234-5678-7abc-8def-0123456789ab";
const address = replyAddress(key, "in.example", id);

test("a reply address names its email, and is signed with ten digits", () => {
  expect(address).toMatch(/^reply-019b123456787abc8def0123456789ab-[0-9a-f]{10}@in\.example$/);
});

test.each([address, ` ${address.toUpperCase()} `, address.replace("@in", "@IN")])(
  "%s is the address of its email",
  (typed) => {
    expect(deliveryOfAddress(key, "In.Example", typed)).toBe(id);
  },
);

test.each([
  "",
  "anna@in.example",
  address.replace("in.example", "other.example"),
  address.replace("@", "@x@"),
  address.replace(/.@/, (last) => (last === "0@" ? "1@" : "0@")),
  address.replace("reply-0", "reply-1"),
  `x${address}`,
])("“%s” is the address of no email", (typed) => {
  expect(deliveryOfAddress(key, "in.example", typed)).toBeNull();
});

test("with another key the address is of no email", () => {
  expect(deliveryOfAddress(Buffer.alloc(32, 2), "in.example", address)).toBeNull();
});
