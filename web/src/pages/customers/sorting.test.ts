import { expect, test } from "vitest";
import { aCustomer } from "../../testing/people.ts";
import { readSorting, sortCustomers, sortedBy, writeSorting } from "./sorting.ts";

const light = { colour: "green", word: "Ready" } as const;
const two = aCustomer({ name: "Client 2", reference: "R-10" });
const ten = aCustomer({ name: "client 10", reference: "r-2" });
const bare = aCustomer({ name: "Abbey" });
const last = new Map(
  [
    { customer: two, createdAt: "2026-11-01T00:00:00.000Z" },
    { customer: ten, createdAt: "2026-11-02T00:00:00.000Z" },
  ].map(({ customer: { id }, createdAt }) => [
    id,
    { customerId: id, jobId: "j", createdAt, light, jobs: 1, unfinished: 0 },
  ]),
);
const names = (sorting: string) => sortCustomers([ten, bare, two], readSorting(sorting), last).map(({ name }) => name);

test.each([
  ["name", ["Abbey", "Client 2", "client 10"]],
  ["-name", ["client 10", "Client 2", "Abbey"]],
  ["reference", ["client 10", "Client 2", "Abbey"]],
  ["-reference", ["Client 2", "client 10", "Abbey"]],
  ["-last", ["client 10", "Client 2", "Abbey"]],
  ["last", ["Client 2", "client 10", "Abbey"]],
])("by %s: %j", (sorting, order) => {
  expect(names(sorting)).toEqual(order);
});

test("a heading pressed twice reverses the order, and uploads are sorted newest first", () => {
  const first = sortedBy(readSorting(null), "last");
  expect(writeSorting(first)).toBe("-last");
  expect(writeSorting(sortedBy(first, "last"))).toBe("last");
  expect(writeSorting(sortedBy(first, "email"))).toBe("email");
});

test("an invalid order in the address means by name", () => {
  expect(writeSorting(readSorting("-password"))).toBe("name");
});
