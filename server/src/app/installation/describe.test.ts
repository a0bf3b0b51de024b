import { expect, test } from "vitest";
import { type Config, readConfig } from "../../platform/config/config.ts";
import { describeInstallation } from "./describe.ts";

const payPal = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "hook" };
const described = (env: Record<string, string>, more: Partial<Config> = {}) =>
  describeInstallation({ ...readConfig(env), ...more });

test("the public facts of a service contain no secret", () => {
  const facts = described({ ...payPal, COMPANY_NAME: "Okafor", SUPPORT_PHONE: "01", CLAIMS: "money-back" });
  expect(facts).toEqual({
    kind: "service",
    companyName: "Okafor",
    supportEmail: "support@sheaf.example",
    supportPhone: "01",
    supportHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
    salesEmail: "sales@sheaf.example",
    demo: false,
    mailTransport: "outbox",
    demoInbox: null,
    claims: ["money-back"],
    payPal: { clientId: "id", scriptUrl: "https://www.paypal.com/sdk/js", demo: false },
  });
});

test("an own practice has no payments, and does not promise money back", () => {
  const facts = described({ ...payPal, INSTALLATION: "practice" });
  expect(facts).toMatchObject({ kind: "practice", supportPhone: null, payPal: null });
  const { claims } = described({});
  expect(facts.claims).toEqual(claims.filter((claim) => claim !== "money-back"));
  expect(described({ CLAIMS: "money-back", INSTALLATION: "practice" }).claims).toEqual([]);
  expect(described({}).payPal).toBeNull();
});

test("the inbox of a demonstration is named only to people on the same machine", () => {
  const demo = { url: "http://127.0.0.1:4998", apiKey: "k", webhookKey: "w" };
  const mail = { ...readConfig({}).mail, demo };
  expect(described({ SHEAF_DEMO: "1" }, { mail }).demoInbox).toBe("http://127.0.0.1:4998");
  expect(described({ SHEAF_DEMO: "1", PUBLIC_URL: "https://a.example" }, { mail }).demoInbox).toBeNull();
  expect(described({ SHEAF_DEMO: "1" }).demoInbox).toBeNull();
});
