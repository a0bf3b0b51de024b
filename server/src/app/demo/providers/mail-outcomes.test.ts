import { expect, test } from "vitest";
import { outcomeFor } from "./mail-outcomes.ts";

test.each([
  ["orders@bright-bakery.example", "arrives"],
  ["bounces@anywhere.example", "bounces"],
  ["harbour-cycles-bounces@dext.cc", "bounces"],
  ["SLOW+demo@app.hubdoc.com", "slow"],
  ["tom.unconfirmed@hartley.example", "unconfirmed"],
  ["slowly@hartley.example", "arrives"],
  ["post@slow.example", "arrives"],
  ["constructor@hartley.example", "arrives"],
])("an email to %s: %s", (address, outcome) => {
  expect(outcomeFor(address)).toBe(outcome);
});
