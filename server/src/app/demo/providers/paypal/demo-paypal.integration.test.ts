import { mkdtempSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { signIn, startTestServer } from "../../../../../testing/server.ts";
import { startDemoPayPal } from "./demo-paypal.ts";

test("takes a payment on the invented PayPal's page, receives its webhook event, and keeps the order across a restart", async () => {
  const options = { dataDir: mkdtempSync(join(tmpdir(), "sheaf-demo-")), log: pino({ level: "silent" }) };
  const payPal = await startDemoPayPal(options);
  const server = await startTestServer({ env: { ...payPal.env, SHEAF_DEMO: "1" } });
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  payPal.notify(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`);
  const anna = await signIn(server, { plan: null });
  expect((await anna.get("/api/installation")).json().payPal).toMatchObject({ demo: true });

  const made = (await anna.post("/api/orders", { plan: "solo" })).json();
  const page = await (await fetch(made.approveUrl)).text();
  expect(page).toContain("No money moves");
  await fetch(made.approveUrl, { method: "POST", body: new URLSearchParams({ do: "approve" }), redirect: "manual" });
  await vi.waitFor(async () => expect((await anna.get("/api/payments")).json()).toHaveLength(1), 30_000);
  await payPal.close();

  const next = await startDemoPayPal(options);
  const again = await fetch(`${next.env.PAYPAL_URL}${new URL(made.approveUrl).pathname}?token=${made.payPalOrderId}`);
  expect(await again.text()).toContain("This is paid already");
  await next.close();
  await server.close();
});
