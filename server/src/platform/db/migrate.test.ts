import { expect, test } from "vitest";
import { unsupportedReason } from "./migrate.ts";

const usual = { number: 150_013, version: "15.13 (Debian 15.13-0+deb12u1)", encoding: "UTF8" };

test.each([
  [usual, null],
  [{ ...usual, number: 180_000, version: "18.0" }, null],
  [{ ...usual, number: 140_018, version: "14.18" }, /PostgreSQL 14\.18, but Sheaf needs 15 or newer/],
  [{ ...usual, encoding: "SQL_ASCII" }, /encoding SQL_ASCII.*encoding 'UTF8'/],
])("a database with %j is accepted or refused with a clear message", (server, refusal) => {
  if (refusal) expect(unsupportedReason(server)).toMatch(refusal);
  else expect(unsupportedReason(server)).toBeNull();
});
