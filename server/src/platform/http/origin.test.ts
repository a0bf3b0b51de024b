import { expect, test } from "vitest";
import { refuseForeignOrigins } from "./origin.ts";

/** Returns whether a request is allowed. */
async function isAllowed(headers: object, { method = "POST" } = {}) {
  const hook = refuseForeignOrigins({ publicUrl: "https://sheaf.example" }) as unknown as (
    request: object,
  ) => Promise<void>;
  return hook({ method, headers, host: "10.0.0.1:3000" }).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: "foreign-origin" });
      return false;
    },
  );
}

test.each([
  [{}, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ origin: "https://sheaf.example" }, true],
  [{ origin: "http://sheaf.example" }, true],
  [{ origin: "http://10.0.0.1:3000" }, true],
  [{ origin: "http://10.0.0.1" }, false],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, false],
  [{ origin: "null" }, false],
])("a change with the headers %j is allowed: %s", async (headers, allowed) => {
  expect(await isAllowed(headers)).toBe(allowed);
});

test.each(["GET", "HEAD", "OPTIONS"])("%s changes nothing and is always allowed", async (method) => {
  expect(await isAllowed({ origin: "https://evil.example" }, { method })).toBe(true);
});

test("without a public address only the host of the request counts", async () => {
  const hook = refuseForeignOrigins({ publicUrl: undefined }) as unknown as (request: object) => Promise<void>;
  const request = { method: "POST", host: "10.0.0.1:3000" };
  await hook({ ...request, headers: { origin: "https://10.0.0.1:3000" } });
  await expect(hook({ ...request, headers: { origin: "https://sheaf.example" } })).rejects.toThrow("another website");
});
