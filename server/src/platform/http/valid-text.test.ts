import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { refuseInvalidText } from "./valid-text.ts";

function server() {
  const app = Fastify();
  refuseInvalidText(app);
  app.addContentTypeParser("text/plain", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/api/echo", async ({ body }) => ({ body }));
  app.get("/api/echo", async ({ query }) => query);
  app.get("/page", async () => "page");
  return app;
}

const post = async (chunks: Buffer[], type: string) => {
  const headers = { "content-type": type };
  return server().inject({ method: "POST", url: "/api/echo", headers, payload: Readable.from(chunks) });
};
const json = Buffer.from('{"name":"Müller"}');

test.each([
  ["one piece", [json]],
  ["pieces that divide a letter", [json.subarray(0, 11), json.subarray(11)]],
])("a body in UTF-8 arrives unchanged in %s", async (_how, chunks) => {
  const answer = await post(chunks, "application/json");
  expect([answer.statusCode, answer.json()]).toEqual([200, { body: { name: "Müller" } }]);
});

test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
  "a body of type %s with invalid bytes is refused",
  async (type) => {
    const answer = await post([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')], type);
    expect(answer.statusCode).not.toBe(200);
    expect(answer.body).toContain("bytes that are not valid UTF-8");
  },
);

test("a body that ends within a letter is refused", async () => {
  const answer = await post([Buffer.from('"a'), Buffer.from([0xc3])], "application/json");
  expect(answer.body).toContain("bytes that are not valid UTF-8");
});

test("a body of another type is not checked", async () => {
  expect((await post([Buffer.from([0xff])], "text/plain")).statusCode).toBe(200);
});

test.each([
  ["/api/echo?q=%C3%BC", 200],
  ["/api/echo?q=100%", 200],
  ["/api/echo?q=50%25%20%zz", 200],
  ["/api/echo?q=%FF", 500],
  ["/api/echo?q=%C3", 500],
  ["/api/echo?q=%41&r=%ff", 500],
  ["/page?q=%FF", 200],
])("%s is answered with %d", async (url, status) => {
  const answer = await server().inject(url);
  expect(answer.statusCode === 200 ? 200 : 500).toBe(status);
  if (status !== 200) expect(answer.body).toContain("not valid UTF-8");
});
