import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoMail, startDemoMail } from "./demo-mail-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-demo-mail-"));
const never = 3_600_000;
let mail: DemoMail;
beforeAll(async () => {
  const pace = { handOverMs: never, retryMs: never, resendEventsMs: never };
  mail = await startDemoMail({ dataDir, log: pino({ level: "silent" }), pace });
});
afterAll(async () => {
  await mail.close();
  rmSync(dataDir, { recursive: true });
});

const evil = `<script>alert("x")</script>`;
const hostileEmail = {
  personalizations: [{ to: [{ email: "a<b>@example.com" }] }],
  from: { email: "post@sheaf.example", name: evil },
  subject: evil,
  content: [
    { type: "text/plain", value: `${evil} http://localhost:4000/auth/reset?token=a&b="c"` },
    { type: "text/html", value: `<html><head><title>x</title></head><body>${evil}</body></html>` },
  ],
  attachments: [{ filename: `${evil}.pdf`, type: "application/pdf", content: "JVBERi0=" }],
};

function post(body: unknown, key = decodeURIComponent(new URL(mail.env.SHEAF_DEMO_MAIL).username)) {
  return fetch(`${mail.url}/v3/mail/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

test("escapes the content of an email on the pages, and runs no script of its HTML", async () => {
  const taken = await post(hostileEmail);
  expect(taken.status).toBe(202);
  const id = taken.headers.get("x-message-id");

  for (const path of ["/", `/messages/${id}`]) {
    const page = await fetch(mail.url + path);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
    expect(html).not.toContain("<script");
    expect(html).not.toContain("a<b>");
  }
  const html = await fetch(`${mail.url}/messages/${id}.html`);
  expect(html.headers.get("content-security-policy")).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; /);
  const content = await fetch(`${mail.url}/messages/${id}.eml`);
  expect(content.headers.get("content-disposition")).toMatch(/^attachment;/);
});

test("refuses a send request without the API key, and one that is not a message", async () => {
  expect((await post(hostileEmail, "another")).status).toBe(401);
  expect((await post("{")).status).toBe(400);
  const nobody = await post({ ...hostileEmail, personalizations: [{ to: [] }] });
  expect(nobody.status).toBe(400);
  expect((await nobody.json()) as object).toMatchObject({ errors: [{ message: expect.stringContaining("to") }] });
  expect((await post(JSON.stringify({ ...hostileEmail, subject: "x".repeat(46 * 1_048_576) }))).status).toBe(413);
});

test("refuses requests with another Host, so that pages of other sites cannot read emails by DNS rebinding", async () => {
  const { hostname, port } = new URL(mail.url);
  const status = await new Promise((done) => {
    const headers = { host: `rebound.example:${port}` };
    request({ hostname, port, headers }, ({ statusCode }) => done(statusCode)).end();
  });
  expect(status).toBe(404);
  expect((await fetch(`${mail.url}/messages/../../secret.key`)).status).toBe(404);
  expect((await fetch(`${mail.url}/messages/nothing`)).status).toBe(404);
});
