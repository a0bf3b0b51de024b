import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { protect } from "./protect.ts";

const credentials = { PAYPAL_CLIENT_ID: "a", PAYPAL_CLIENT_SECRET: "b", PAYPAL_WEBHOOK_ID: "c" };

/** The headers of any page, and the sources that each directive of its policy allows. */
async function headersWith(env: Record<string, string>) {
  const app = Fastify();
  await protect(app, readConfig(env));
  app.get("/", async () => "");
  const { headers } = await app.inject({ url: "/" });
  await app.close();
  const policy = String(headers["content-security-policy"]).split(";");
  return { headers, allows: Object.fromEntries(policy.map((line) => line.split(/ (.*)/).slice(0, 2))) };
}

test("pages allow scripts, frames and pictures of PayPal only where PayPal is set up, and of no other site", async () => {
  const closed = await headersWith({});
  expect(closed.allows["script-src"]).toBe("'self'");
  expect(closed.headers["content-security-policy"]).not.toContain("paypal");

  const { allows } = await headersWith(credentials);
  for (const directive of ["script-src", "frame-src", "connect-src", "img-src"]) {
    expect(allows[directive]).toBe(`${closed.allows[directive]} https://*.paypal.com https://*.paypalobjects.com`);
  }
  for (const directive of ["default-src", "style-src", "form-action", "base-uri", "object-src", "frame-ancestors"]) {
    expect(allows[directive]).toBe(closed.allows[directive]);
  }
});

test("a demonstration allows only its own simulated PayPal", async () => {
  const invented = { PAYPAL_URL: "http://127.0.0.1:4999", PAYPAL_SCRIPT_URL: "http://127.0.0.1:4999/sdk/js" };
  const { allows, headers } = await headersWith({ ...credentials, ...invented, SHEAF_DEMO: "1" });
  expect(allows["script-src"]).toBe("'self' http://127.0.0.1:4999");
  expect(headers["content-security-policy"]).not.toContain("paypal.com");
});

test("PayPal’s window can access the page that opened it, only where PayPal is set up", async () => {
  const opener = async (env: Record<string, string>) =>
    (await headersWith({ ...env, PUBLIC_URL: "https://sheaf.example" })).headers["cross-origin-opener-policy"];
  expect(await opener({})).toBe("same-origin");
  expect(await opener(credentials)).toBe("same-origin-allow-popups");
});
