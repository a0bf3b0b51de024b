import type { DeliveryState } from "@sheaf/contracts/delivery-states.ts";
import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { expect, test } from "vitest";
import type { FileRow } from "../jobs/status.ts";
import { lightOf } from "./light.ts";

test.each<[JobStatus, FileRow["state"][], DeliveryState[], string, string]>([
  ["pending", ["waiting"], [], "yellow", "Pending"],
  ["processing", ["converting", "converted"], [], "yellow", "Processing"],
  // Red at once, even while another file is still being converted.
  ["processing", ["refused", "converting"], [], "red", "Needs you"],
  ["failed", ["converted", "failed"], [], "red", "Needs you"],
  ["failed", ["converted"], [], "red", "Needs you"],
  ["completed", ["converted", "left-out"], [], "green", "Ready"],
  ["completed", ["unpacked", "converted"], [], "green", "Ready"],
  ["completed", ["converted"], ["kept"], "yellow", "Kept in outbox"],
  ["completed", ["converted"], ["held", "sent"], "yellow", "Processing"],
  ["completed", ["converted"], ["sent", "delivered"], "green", "Sent"],
  ["completed", ["converted"], ["delivered", "delivered"], "green", "Delivered"],
  ["completed", ["converted"], ["undone"], "grey", "Not sent"],
  ["completed", ["converted"], ["undone", "undone"], "grey", "Not sent"],
  ["completed", ["converted"], ["undone", "sent"], "green", "Sent"],
  ["processing", ["converting"], ["undone"], "yellow", "Processing"],
  ["completed", ["converted"], ["sent", "unconfirmed"], "red", "Needs you"],
  ["completed", ["converted"], ["bounced", "waiting"], "red", "Needs you"],
  ["failed", ["converted", "refused"], ["sent"], "red", "Needs you"],
])("[S1.8] a %s job with files %j and emails %j shows %s, %s", (status, files, emails, colour, word) => {
  const states = files.map((state) => ({ state }));
  const deliveries = emails.map((state) => ({ state, replacedById: null }));

  expect(lightOf(status, states, deliveries, false)).toEqual({ colour, word });
  // Once the files are deleted, no user can solve the problem any more.
  const later = word === "Needs you" ? "Failed" : word;
  expect(lightOf(status, states, deliveries, true)).toEqual({ colour, word: later });
});

test("an email that was replaced by another does not affect the light", () => {
  const deliveries = [
    { state: "bounced" as const, replacedById: "the next one" },
    { state: "sent" as const, replacedById: null },
  ];

  expect(lightOf("completed", [{ state: "converted" }], deliveries, false)).toEqual({ colour: "green", word: "Sent" });
});
