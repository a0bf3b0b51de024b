import { expect, test } from "vitest";
import { lightOf } from "./status.ts";

const file = (state: "waiting" | "converting" | "converted" | "refused" | "failed" | "left-out") => ({ state });
const kept = { state: "kept" as const };

test.each([
  ["pending", [file("waiting")], [], "yellow", "Pending"],
  ["processing", [file("converted"), file("converting")], [], "yellow", "Processing"],
  ["processing", [file("refused"), file("converting")], [], "red", "Needs you"],
  ["processing", [file("failed"), file("waiting")], [], "red", "Needs you"],
  ["failed", [file("converted")], [], "red", "Needs you"],
  ["completed", [file("converted"), file("left-out")], [], "green", "Ready"],
  ["completed", [file("converted")], [kept], "yellow", "Kept in outbox"],
] as const)("a %s job with files %o and emails %o shows %s, %s", (status, files, emails, colour, word) => {
  expect(lightOf(status, [...files], [...emails])).toEqual({ colour, word });
});
