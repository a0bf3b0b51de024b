import { expect, test } from "vitest";
import { testConfig } from "../../../testing/services.ts";
import { requireSharedKey } from "./database.ts";

const bucket = { S3_BUCKET: "files" };
const key = { SHEAF_KEY: "5e".repeat(32) };

test.each([
  ["a bucket and no key", bucket, true],
  ["a bucket and a key", { ...bucket, ...key }, false],
  ["a shared disk, which holds the key file", {}, false],
])("the start of one of several machines with %s is refused: %s", (_, env, refused) => {
  const start = () => requireSharedKey(testConfig("/nowhere", env));
  if (refused) expect(start).toThrow("SHEAF_KEY is not set");
  else expect(start).not.toThrow();
});
