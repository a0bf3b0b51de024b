import { afterEach, expect, test, vi } from "vitest";
import { ask, failureOf, handOver, parsed, refused } from "./http.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [200, "permanent"],
  [400, "permanent"],
  [401, "temporary"],
  [402, "permanent"],
  [403, "permanent"],
  [428, "permanent"],
  [429, "temporary"],
  [499, "permanent"],
  [500, "unknown"],
  [502, "unknown"],
  [503, "temporary"],
  [504, "unknown"],
])("the status %d is a failure that is %s", (status, failure) => {
  expect(failureOf(status)).toBe(failure);
});

test("a refusal has the provider's words in one line", () => {
  const answer = { status: 400, text: "", headers: new Headers() };
  expect(refused("x", answer, " no\n such  sender ")).toMatchObject({
    failure: "permanent",
    message: "400 no such sender",
    code: "x 400",
  });
  expect(refused("x", answer, " \n", "temporary")).toMatchObject({
    failure: "temporary",
    message: "400 without a word",
  });
});

test.each([
  ["{}", {}],
  ['{"a":1}', { a: 1 }],
  ["null", {}],
  ["7", {}],
  ["<html>", {}],
  ["", {}],
])("the answer %s is read as %j", (text, object) => {
  expect(parsed(text)).toEqual(object);
});

const withCode = (code: string, more: object = {}, message = "failed") =>
  Object.assign(new Error(message), { code, ...more });
const failing = (cause?: unknown) =>
  vi.stubGlobal("fetch", async () => {
    throw Object.assign(new TypeError("fetch failed"), { cause });
  });
const request = { headers: {}, body: "" };

test.each([
  ["a name that cannot be found", withCode("ENOTFOUND", { syscall: "getaddrinfo" }), "temporary", "ENOTFOUND"],
  ["a refused connection", withCode("ECONNREFUSED", { syscall: "connect" }), "temporary", "ECONNREFUSED"],
  ["a connection that took too long", withCode("UND_ERR_CONNECT_TIMEOUT"), "temporary", "UND_ERR_CONNECT_TIMEOUT"],
  ["no address that answers", new AggregateError([]), "temporary", "TypeError"],
  ["a certificate that has expired", withCode("CERT_HAS_EXPIRED"), "temporary", "CERT_HAS_EXPIRED"],
  [
    "a certificate of another name",
    withCode("ERR_TLS_CERT_ALTNAME_INVALID"),
    "temporary",
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ],
  ["no common version of TLS", withCode("ERR_SSL_UNSUPPORTED_PROTOCOL"), "temporary", "ERR_SSL_UNSUPPORTED_PROTOCOL"],
  [
    "an end before TLS",
    withCode("ECONNRESET", {}, "Client network socket disconnected before secure TLS connection was established"),
    "temporary",
    "ECONNRESET",
  ],
  ["a connection that was lost", withCode("ECONNRESET", { syscall: "read" }), "unknown", "ECONNRESET"],
  ["an error of TLS later", withCode("ERR_SSL_BAD_RECORD_TYPE"), "unknown", "ERR_SSL_BAD_RECORD_TYPE"],
  ["an error without a cause", undefined, "unknown", "TypeError"],
])("after %s it is clear whether the email was sent: %s is %s", async (_, cause, failure, code) => {
  failing(cause);
  await expect(handOver("http://a.example", request)).rejects.toMatchObject({ failure, code });
});

test("an email is handed over in one request, and its answer is returned", async () => {
  const fetched = vi.fn(async () => new Response("text", { status: 202, headers: { "x-id": "1" } }));
  vi.stubGlobal("fetch", fetched);
  const answer = await handOver("http://a.example", { headers: { a: "b" }, body: "c" });
  expect([answer.status, answer.text, answer.headers.get("x-id")]).toEqual([202, "text", "1"]);
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    "http://a.example",
    expect.objectContaining({ method: "POST", redirect: "error", headers: { a: "b" }, body: "c" }),
  );
  expect((await ask("http://a.example", {})).status).toBe(202);
});

test("a question that gets no answer can be asked again", async () => {
  failing(withCode("ECONNRESET"));
  await expect(ask("http://a.example", {})).rejects.toMatchObject({
    failure: "temporary",
    message: "The mail provider could not be reached (ECONNRESET)",
  });
});
