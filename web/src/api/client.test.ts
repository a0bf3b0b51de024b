import { expect, onTestFinished, test, vi } from "vitest";
import { sentenceOf } from "../ui/failure.ts";
import { ApiError, api, errorOf, read } from "./client.ts";

function answer(status: number, body: string, statusText = "") {
  const fetch = vi.fn(async () => new Response(body, { status, statusText }));
  vi.stubGlobal("fetch", fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  return fetch;
}

test.each([
  ["our own refusal", '{"code":"job-not-found","message":"Job not found."}', "", "404: Job not found."],
  ["a proxy's page", "<h1>Bad gateway</h1>", "Not Found", "404: <h1>Bad gateway</h1>"],
  ["an empty body", "", "Not Found", "404: Not Found"],
])("[S7.3] the error of %s reads {status}: {text}", (_what, body, statusText, text) => {
  expect(errorOf(404, statusText, body).message).toBe(text);
});

test("the sentence for people is the message without the status", () => {
  const error = errorOf(402, "", '{"code":"quota-reached","message":"All documents are used."}');
  expect(sentenceOf(error)).toBe("All documents are used.");
  expect(error.code).toBe("quota-reached");
});

test("a call without a response says so and what to do", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(api.get("/api/user")).rejects.toThrow("The server could not be reached");
});

test("[S7.1] a read requests the key's segments joined with a slash, with cookies", async () => {
  const fetch = answer(200, '{"id":"7"}');
  const job = await read()({ queryKey: ["/api/jobs", "7"], signal: new AbortController().signal });
  expect(job).toEqual({ id: "7" });
  expect(fetch).toHaveBeenCalledWith("/api/jobs/7", expect.objectContaining({ method: "GET", credentials: "include" }));
});

test("a request made while the user is idle says so, so that it does not extend the session", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const fetch = answer(200, "{}");
  const marked = async () => {
    await api.get("/api/jobs");
    const [, { headers }] = fetch.mock.lastCall as unknown as [string, RequestInit];
    return Object.hasOwn(headers as object, "x-sheaf-background");
  };
  document.dispatchEvent(new KeyboardEvent("keydown"));
  expect(await marked()).toBe(false);
  vi.advanceTimersByTime(31_000);
  expect(await marked()).toBe(true);
  document.dispatchEvent(new Event("pointerdown"));
  expect(await marked()).toBe(false);
});

test("[S4.4] a 401 is an error, or whatever the read makes of it", async () => {
  answer(401, '{"code":"not-signed-in","message":"Sign in to continue."}');
  const context = { queryKey: ["/api/user"], signal: new AbortController().signal };
  await expect(read(() => null)(context)).resolves.toBeNull();
  await expect(read()(context)).rejects.toThrow(ApiError);
});

test("[S7.2] a form is sent as it is, anything else as JSON", async () => {
  const fetch = answer(200, "{}");
  const form = new FormData();
  await api.post("/api/jobs", form);
  await api.post("/api/login", { username: "priya" });
  const [[, first], [, second]] = fetch.mock.calls as unknown as [[string, RequestInit], [string, RequestInit]];
  expect(first.body).toBe(form);
  expect(first.headers).not.toHaveProperty("content-type");
  expect(second.body).toBe('{"username":"priya"}');
  expect(second.headers).toHaveProperty("content-type", "application/json");
});

test("an empty response is undefined, not an error", async () => {
  answer(200, "");
  await expect(api.delete("/api/customers/1")).resolves.toBeUndefined();
});
