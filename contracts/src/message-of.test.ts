import { expect, test } from "vitest";
import { messageOf } from "./message-of.ts";

test.each([
  ["an error", new TypeError("is not a function"), "is not a function"],
  ["a text", "stopped", "stopped"],
  ["nothing", undefined, "undefined"],
])("the message of %s", (_, thrown, message) => expect(messageOf(thrown)).toBe(message));
