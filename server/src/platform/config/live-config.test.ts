import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig, type StoredSettings } from "./config.ts";
import { followStoredSettings } from "./live-config.ts";
import { readStoredSettings } from "./stored-settings.ts";

vi.mock("./stored-settings.ts", () => ({ readStoredSettings: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function follow(env: Record<string, string>, stored: StoredSettings) {
  const read = vi.mocked(readStoredSettings);
  read.mockReset().mockResolvedValue(stored);
  const config = { ...readConfig(env) };
  const log = { error: vi.fn(), warn: vi.fn() };
  const live = await followStoredSettings(config, { db: {}, key: Buffer.alloc(32), log } as never);
  closers.push(live.close);
  return { config, log, live, read };
}

test("stored settings are applied at once, and changes within four seconds", async () => {
  const { config, read } = await follow({}, { COMPANY_NAME: "One", INSTALLATION: "practice" });
  expect(config).toMatchObject({ companyName: "One", installation: "practice" });
  read.mockResolvedValue({ COMPANY_NAME: "Two" });
  await vi.advanceTimersByTimeAsync(3_999);
  expect(config.companyName).toBe("One");
  await vi.advanceTimersByTimeAsync(1);
  expect(config).toMatchObject({ companyName: "Two", installation: "service" });
});

test("every field that can be set in the browser is replaced, and no other", async () => {
  const stored = {
    COMPANY_ADDRESS: "1 High Street;Leeds",
    VAT_NUMBER: "GB123456",
    SUPPORT_EMAIL: "help@a.example",
    SUPPORT_PHONE: "1",
    SUPPORT_HOURS: "always",
    SALES_EMAIL: "sell@a.example",
    MAIL_FROM: "A <a@b.example>",
    SMTP_URL: "smtp://a.example",
    MAIL_TRANSPORT: "smtp",
  };
  const { config } = await follow({ PORT: "4000" }, stored);
  expect(config).toMatchObject({
    port: 4000,
    companyAddress: ["1 High Street", "Leeds"],
    vatNumber: "GB123456",
    supportEmail: "help@a.example",
    supportPhone: "1",
    supportHours: "always",
    salesEmail: "sell@a.example",
    mailFrom: { name: "A", address: "a@b.example" },
    mailTransport: "smtp",
    mail: { smtp: { url: "smtp://a.example" } },
  });
});

test("settings that have not changed are not applied again, in whatever order they are read", async () => {
  const { config, live, read } = await follow({}, { COMPANY_NAME: "One", SUPPORT_PHONE: "1" });
  const { mail } = config;
  read.mockResolvedValue({ SUPPORT_PHONE: "1", COMPANY_NAME: "One" });
  await live.refresh();
  expect(config.mail).toBe(mail);
  read.mockResolvedValue({ SUPPORT_PHONE: "2", COMPANY_NAME: "One" });
  await live.refresh();
  expect(config.mail).not.toBe(mail);
});

test("mail settings that conflict with the environment are logged and left out, the company is applied", async () => {
  const stored = { COMPANY_NAME: "One", MAIL_TRANSPORT: "postmark", MAIL_FROM: "a@b.example" };
  const { config, log } = await follow({}, stored);
  expect(config).toMatchObject({ companyName: "One", mailTransport: "outbox" });
  expect(config.mailFrom.address).not.toBe("a@b.example");
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("settings of which none can be applied change nothing", async () => {
  const { config, log } = await follow({}, { VAT_NUMBER: "?", COMPANY_NAME: "One" });
  expect(config.companyName).toBe("Sheaf");
  expect(log.error).toHaveBeenCalledTimes(2);
});

test("after a failed read the settings stay, a warning is logged, and the next read is applied", async () => {
  const { config, log, live, read } = await follow({}, { COMPANY_NAME: "One" });
  read.mockRejectedValue(new Error("away"));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error("away") },
    "The installation's settings could not be read",
  );
  await expect(live.refresh()).rejects.toThrow("away");
  expect(config.companyName).toBe("One");
  read.mockResolvedValue({ COMPANY_NAME: "Two" });
  await live.refresh();
  expect(config.companyName).toBe("Two");
});

test("reads do not overlap, and none happens after the end", async () => {
  const { live, read } = await follow({}, {});
  const first = Promise.withResolvers<StoredSettings>();
  read.mockClear().mockReturnValueOnce(first.promise);
  const both = [live.refresh(), live.refresh()];
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  first.resolve({});
  await Promise.all(both);
  expect(read).toHaveBeenCalledTimes(2);
  live.close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(read).toHaveBeenCalledTimes(2);
});
