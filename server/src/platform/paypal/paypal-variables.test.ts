import { expect, test } from "vitest";
import { missingForPayPal, payPalConfig } from "./paypal-variables.ts";

const addresses = { PAYPAL_URL: "https://api-m.paypal.com", PAYPAL_SCRIPT_URL: "https://www.paypal.com/sdk/js" };
const app = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "hook" };

test("online payment is set up with the three variables of an app", () => {
  expect(payPalConfig({ ...addresses, ...app }, false)).toEqual({
    url: "https://api-m.paypal.com",
    clientId: "id",
    clientSecret: "secret",
    webhookId: "hook",
    scriptUrl: "https://www.paypal.com/sdk/js",
  });
  expect(missingForPayPal({ ...addresses, ...app })).toBeUndefined();
  expect(missingForPayPal(addresses)).toBeUndefined();
});

test.each(["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"] as const)(
  "without %s there is no online payment, and it is reported as missing",
  (name) => {
    const { [name]: _, ...others } = app;
    expect(payPalConfig({ ...addresses, ...others }, false)).toBeUndefined();
    expect(missingForPayPal({ ...addresses, ...others })).toMatchObject({ name });
  },
);

test("a demonstration takes payments only from a simulated PayPal on this machine", () => {
  expect(payPalConfig({ ...addresses, ...app }, true)).toBeUndefined();
  const local = { ...addresses, PAYPAL_URL: "http://127.0.0.1:4000" };
  expect(payPalConfig({ ...local, ...app }, true)).toMatchObject({ url: "http://127.0.0.1:4000" });
});
