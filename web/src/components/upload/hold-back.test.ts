import { expect, test } from "vitest";
import { holdBack } from "./hold-back.ts";

test("a customer whom a colleague archives after they were chosen is told before anything is sent", () => {
  const reason = holdBack({
    customerId: "c-1",
    archived: "Bright Bakery",
    files: [],
    problems: new Map(),
    usage: undefined,
  });
  expect(reason).toMatchObject({
    about: "customer",
    says: "Bright Bakery has been archived. Restore the customer or choose another one.",
  });
});
