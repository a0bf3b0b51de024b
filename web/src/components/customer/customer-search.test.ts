import { expect, test } from "vitest";
import { aCustomer } from "../../testing/people.ts";
import { pickable, search } from "./customer-search.ts";

const bakery = aCustomer({ name: "Bright Bakery", company: "Zoë’s Café Ltd", reference: "BRI-014" });
const inn = aCustomer({ name: "The Kestrel Inn", email: "jo@kestrel.example", outputEmail: "inn@app.hubdoc.com" });
const old = aCustomer({ name: "Abbey", archivedAt: "2026-01-01T00:00:00.000Z" });
const names = (list: { name: string }[]) => list.map(({ name }) => name);

test.each([
  ["bri-0", ["Bright Bakery"]],
  ["ZOE cafe", ["Bright Bakery"]],
  ["bakery  ltd", ["Bright Bakery"]],
  ["jo@", ["The Kestrel Inn"]],
  ["app.hubdoc", ["The Kestrel Inn"]],
  ["Hubdoc kestrel", ["The Kestrel Inn"]],
  [" ", ["Bright Bakery", "The Kestrel Inn"]],
  ["nobody", []],
])("%j finds %j", (typed, found) => {
  expect(names(search([bakery, inn], typed))).toEqual(found);
});

test("the picker lists recently used customers first, then the others by name, and leaves archived ones out", () => {
  const [second, tenth] = [aCustomer({ name: "Client 2" }), aCustomer({ name: "client 10" })];
  const last = new Map([
    [inn.id, { createdAt: "2026-11-20T10:00:00.000Z" }],
    [bakery.id, { createdAt: "2026-11-19T10:00:00.000Z" }],
    [old.id, { createdAt: "2026-11-21T10:00:00.000Z" }],
  ]);

  const { list, recentCount } = pickable([tenth, old, bakery, second, inn], last, "");

  expect(names(list)).toEqual(["The Kestrel Inn", "Bright Bakery", "Client 2", "client 10"]);
  expect(recentCount).toBe(2);
});
