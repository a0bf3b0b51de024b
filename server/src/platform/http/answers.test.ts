import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { answerError, answerUnroutableRequest, sendProblem, validationSentence } from "./errors.ts";

function app(error: () => unknown = () => new Error("broken")) {
  const logged: { level: number; msg: string; code?: string; err?: { message: string } }[] = [];
  const write = (line: string) => {
    if (!/"(incoming request|request completed)"/.test(line)) logged.push(JSON.parse(line));
  };
  const made = Fastify({ logger: { level: "info", stream: { write } }, bodyLimit: 50 });
  onTestFinished(() => made.close());
  made.setErrorHandler(answerError);
  made.setValidatorCompiler(validatorCompiler);
  made.setSerializerCompiler(serializerCompiler);
  const body = z.object({ smtp: z.object({ host: z.string("Enter a server") }) });
  made.post("/", { schema: { body } }, async () => "ok");
  made.get(
    "/list",
    { schema: { querystring: z.object({ limit: z.coerce.number("Enter a number") }) } },
    async () => "ok",
  );
  made.get("/one/:id", { schema: { params: z.object({ id: z.uuid() }) } }, async () => "ok");
  made.get("/fails", async () => {
    throw error();
  });
  return { made, logged };
}

const withStatus = (statusCode: number) => () => Object.assign(new Error("no"), { statusCode });
const [info, warn, failure] = [30, 40, 50];

test.each([
  ["an error of Sheaf", () => new Error("secret"), 500, "internal-error", [failure]],
  ["a refusal", () => new AppError("username-taken", "Taken."), 409, "username-taken", []],
  [
    "a refusal with a cause",
    () => new AppError("username-taken", "T.", { cause: new Error("c") }),
    409,
    "username-taken",
    [info],
  ],
  ["a refusal of another server", () => new AppError("email-not-sent", "No."), 502, "email-not-sent", [warn]],
  ["a request that is too large", withStatus(413), 413, "upload-too-large", []],
  ["an unknown content type", withStatus(415), 400, "bad-request", []],
  ["a request that cannot be read", withStatus(400), 400, "bad-request", [info]],
  ["the last status of a wrong request", withStatus(499), 400, "bad-request", [info]],
  ["a status of the server", withStatus(500), 500, "internal-error", [failure]],
  ["a status that is none of an error", withStatus(399), 500, "internal-error", [failure]],
])("%s has its status, its code and its line in the log", async (_what, error, status, code, levels) => {
  const { made, logged } = app(error);
  const answer = await made.inject("/fails");
  expect(answer.json()).toEqual({ code, message: expect.any(String) });
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toContain("secret");
  expect(logged.map(({ level }) => level)).toEqual(levels);
});

test("a refused body names its field, a refused query does not, and a malformed id is an unknown address", async () => {
  const { made } = app();
  const body = await made.inject({ method: "POST", url: "/", payload: { smtp: {} } });
  expect(body.json()).toEqual({ code: "bad-request", field: "smtp.host", message: "Host: Enter a server." });
  const whole = await made.inject({
    method: "POST",
    url: "/",
    payload: '"text"',
    headers: { "content-type": "application/json" },
  });
  expect(whole.json()).not.toHaveProperty("field");
  const query = await made.inject("/list?limit=x");
  expect(query.json()).toEqual({ code: "bad-request", message: "Limit: Enter a number." });
  expect((await made.inject("/one/7")).json()).toMatchObject({ code: "not-found" });
});

test("a body above the limit and one that is no JSON are refused", async () => {
  const { made } = app();
  const post = (payload: string, type = "application/json") =>
    made.inject({ method: "POST", url: "/", payload, headers: { "content-type": type } });
  expect((await post(`{"a":"${"x".repeat(60)}"}`)).json()).toMatchObject({ code: "upload-too-large" });
  expect((await post("{")).json()).toMatchObject({
    message: "The request could not be read. Reload the page and try again.",
  });
  expect((await post("x", "image/png")).json()).toMatchObject({
    message: "The request has a content type that is not supported.",
  });
});

function replied(act: (reply: never) => void) {
  const sent: Record<string, unknown> = {};
  const reply = {
    header: (name: string, value: unknown) => Object.assign(sent, { [name]: value }) && reply,
    headers: (all: object) => Object.assign(sent, all) && reply,
    code: (status: number) => Object.assign(sent, { status }) && reply,
    type: () => reply,
    serializer: () => reply,
    send: (body: unknown) => Object.assign(sent, { body }) && reply,
  };
  act(reply as never);
  return sent;
}

test.each([
  [undefined, undefined],
  [0, 0],
  [0.2, 1],
  [30, 30],
])("a refusal for %s seconds is sent with retry-after %s", (retryAfterSeconds, header) => {
  const refusal = new AppError("service-busy", "Busy.", retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  const sent = replied((reply) => void sendProblem(reply, refusal));
  expect([sent["retry-after"], sent.status]).toEqual([header, 503]);
});

test("a URL that cannot be decoded is answered with the headers that hooks would set", () => {
  const error = Object.assign(new Error("bad"), { statusCode: 400, code: "FST_ERR_BAD_URL", name: "FastifyError" });
  const request = { log: { info: () => {} } } as never;
  expect(replied((reply) => answerUnroutableRequest(error, request, reply))).toMatchObject({
    status: 400,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test.each<[{ instancePath: string; message?: string }[], string]>([
  [[], "Check what you entered."],
  [[{ instancePath: "/name" }], "Name: is not valid."],
  [
    [
      { instancePath: "/name/12", message: "Too long" },
      { instancePath: "/b", message: "c" },
    ],
    "Name: Too long.",
  ],
  [[{ instancePath: "/7", message: "Too long" }], "Too long."],
  [[{ instancePath: "/maxMb", message: "Max mb is too large" }], "Max mb is too large."],
  [[{ instancePath: "/a", message: "is required" }], "A is required."],
])("the issues %j become: %s", (issues, sentence) => {
  expect(validationSentence(issues)).toBe(sentence);
});
