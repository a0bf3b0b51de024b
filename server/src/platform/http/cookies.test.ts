import { expect, test } from "vitest";
import { clearSessionCookie, forgetCache, readOwnCookies, setDeviceCookie, setSessionCookie } from "./cookies.ts";

/** Collects what is done to a reply. */
function reply() {
  const calls: unknown[][] = [];
  const note = (...call: unknown[]) => void calls.push(call);
  return { calls, reply: { setCookie: note, clearCookie: note, header: note } as never };
}

const common = { path: "/", httpOnly: true, sameSite: "lax" };

test.each([
  [true, "__Host-"],
  [false, ""],
])("where the site is secure: %s, names of cookies begin with “%s”", (secure, prefix) => {
  const { calls, reply: to } = reply();
  setSessionCookie(to, "token", { secure });
  setDeviceCookie(to, { name: "device", value: "v", maxAgeSeconds: 7 }, { secure });
  clearSessionCookie(to, { secure });
  expect(calls).toEqual([
    [`${prefix}sheaf_session`, "token", { ...common, secure, maxAge: 2_592_000 }],
    [`${prefix}device`, "v", { ...common, secure, maxAge: 7 }],
    [`${prefix}sheaf_session`, { ...common, secure }],
  ]);
});

test("only the cache is cleared at sign-out", () => {
  const { calls, reply: to } = reply();
  forgetCache(to);
  expect(calls).toEqual([["clear-site-data", '"cache"']]);
});

test("over https only cookies with the prefix count", async () => {
  const read = async (secure: boolean) => {
    const request = { cookies: { "__Host-a": "1", b: "2", "x__Host-c": "3" } };
    await (readOwnCookies({ secure }) as unknown as (given: object) => Promise<void>)(request);
    return request.cookies;
  };
  expect(await read(true)).toEqual({ a: "1" });
  expect(await read(false)).toEqual({ "__Host-a": "1", b: "2", "x__Host-c": "3" });
});
