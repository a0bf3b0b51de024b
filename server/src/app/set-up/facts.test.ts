import { expect, test, vi } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { setUpAddress } from "./address.ts";
import { setUpFacts } from "./facts.ts";
import { findOpenSetUp } from "./state.ts";

vi.mock("./state.ts", () => ({ findOpenSetUp: vi.fn() }));

test("without variables the form is empty, and meant for an own practice", () => {
  expect(setUpFacts(readConfig({}))).toMatchObject({
    kind: "practice",
    seller: { name: "", address: "", vatNumber: "" },
    mail: { transport: "outbox", from: { name: "", address: "" }, fixed: {} },
    fixed: {},
  });
});

test("what variables set is shown, and fixed", () => {
  const env = {
    INSTALLATION: "service",
    COMPANY_NAME: "Okafor",
    COMPANY_ADDRESS: "1 High Street;Leeds",
    VAT_NUMBER: "GB123456",
    MAIL_FROM: "A <a@b.example>",
    SMTP_URL: "smtp://mail.example",
  };
  expect(setUpFacts(readConfig(env))).toMatchObject({
    kind: "service",
    seller: { name: "Okafor", address: "1 High Street\nLeeds", vatNumber: "GB123456" },
    mail: {
      transport: "smtp",
      from: { name: "A", address: "a@b.example" },
      smtp: { host: "mail.example" },
      fixed: { transport: "SMTP_URL", "from.address": "MAIL_FROM" },
    },
    fixed: {
      kind: "INSTALLATION",
      "seller.name": "COMPANY_NAME",
      "seller.address": "COMPANY_ADDRESS",
      "seller.vatNumber": "VAT_NUMBER",
    },
  });
  expect(setUpFacts(readConfig({ INSTALLATION: "practice" })).kind).toBe("practice");
});

test("the address of set-up has its code after the #, and there is none after set-up", async () => {
  const config = readConfig({ SHEAF_KEY: "ab".repeat(32) });
  vi.mocked(findOpenSetUp).mockResolvedValueOnce({ nonce: "n" } as never);
  expect(await setUpAddress({} as never, config, "http://a.example")).toMatch(
    /^http:\/\/a\.example\/set-up#code=([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/,
  );
  vi.mocked(findOpenSetUp).mockResolvedValueOnce(undefined);
  expect(await setUpAddress({} as never, config, "http://a.example")).toBeUndefined();
});
